import { type RawBuilder, sql } from 'kysely'

/** The recipients of an announcement as SQL: columns of a row, or values. */
export type RecipientsSource = {
  /** text */
  readonly type: RawBuilder<unknown>
  /** jsonb of the shape `Recipients` */
  readonly recipients: RawBuilder<unknown>
  /** bigint[]: the accounts that its author may address; null = all */
  readonly limitedTo: RawBuilder<unknown>
}

/** The recipients of the row `a` of announcements. */
export const storedRecipients: RecipientsSource = {
  type: sql`a.recipients_type`,
  recipients: sql`a.recipients`,
  limitedTo: sql`a.limited_to`,
}

/** The names of the accounts that the row `a` of announcements is for (text[]). */
export const accountsNamed: RawBuilder<string[]> = sql<
  string[]
>`array(select jsonb_array_elements_text(a.recipients -> 'accounts'))`

/**
 * Whether the user `u` is currently a recipient. The dry run, the delivery and the inbox use this one condition. Users
 * are active or candidates for deletion and have a role.
 */
export function isRecipient({ type, recipients, limitedTo }: RecipientsSource): RawBuilder<boolean> {
  return sql<boolean>`(u.state in ('active', 'candidateForDeletion') and u.erased_at is null
    and exists (select from role_grants g where g.user_id = u.id)
    and case ${type}
      when 'VENDOR_USERS' then u.is_vendor
      when 'CUSTOMER_USERS' then not u.is_vendor
      when 'USERS' then u.email in (select jsonb_array_elements_text(${recipients} -> 'usernames'))
      when 'FILTER' then ${fits(recipients, { withParents: true })}
      else true end
    and (${limitedTo} is null or exists (select from role_grants g where g.user_id = u.id and g.account_id in (
      select x.id from accounts l cross join lateral ${withParent(true)} x(id) where l.id = any(${limitedTo}))))
    and case when ${recipients} ? 'exclude' then not ${fits(sql`(${recipients} -> 'exclude')`, { withParents: false })} else true end)`
}

/** All criteria apply; each is any-of. A federated parent's users belong to its visible children too. */
function fits(criteria: RawBuilder<unknown>, { withParents }: { withParents: boolean }): RawBuilder<boolean> {
  const has = (name: string) => sql`${criteria} ? ${sql.lit(name)}`
  const values = (name: string) => sql`(select jsonb_array_elements_text(${criteria} -> ${sql.lit(name)}))`
  const any = (column: string, name: string) => sql`(not ${has(name)} or ${sql.raw(column)} in ${values(name)})`
  const ofDeployment = sql`${criteria} ?| array['deploymentTypes', 'versions', 'stages']`
  const ofAccount = sql`${criteria} ?| array['accounts', 'regions', 'deploymentTypes', 'versions', 'stages', 'plans', 'bundles']`
  return sql<boolean>`(${any('u.email', 'usernames')}
    and (not ${has('teams')} or exists (select from team_members m where m.user_id = u.id and ${any('m.team_id::text', 'teams')}))
    and (not (${has('roles')} or ${ofAccount}) or exists (
      select from role_grants g where g.user_id = u.id and ${any('g.role', 'roles')}
        and (not (${ofAccount}) or g.account_id in (
          select x.id from accounts l cross join lateral ${withParent(withParents)} x(id)
          where l.deleted_at is null
            and (not ${has('accounts')} or l.name in ${values('accounts')}
              or (${criteria} -> 'withChildren' = 'true' and l.parent_id in (select p.id from accounts p where p.name in ${values('accounts')})))
            and ${any('l.region', 'regions')}
            and (not ${has('plans')} or exists (select from subscriptions p where p.account_id = l.id and ${any('p.plan_id::text', 'plans')}))
            and (not ${has('bundles')} or exists (select from bundle_releases r where r.account_id = l.id and r.status = 'DELIVERED'
              and ${any('r.bundle_id::text', 'bundles')}))
            and (not (${ofDeployment}) or exists (select from deployments d where d.account_id = l.id
              and ${any('d.type', 'deploymentTypes')} and ${any('d.version', 'versions')} and ${any('d.stage', 'stages')})))))))`
}

/** The account `l`, and the parent that has access to it. */
const withParent = (withParents: boolean) =>
  withParents ? sql`(values (l.id), (case when not l.view_only then l.parent_id end))` : sql`(values (l.id))`
