import { type RawBuilder, sql } from 'kysely'
import { isManaged, type UserScope } from '#features/users/managed-users/server/index.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { inAccounts } from '#kit/server/visible.ts'
import { IN_USE_DAYS, userPlugins } from '../contract.ts'
import { DIRECTORY_LINE } from './update-directory.ts'

/** Whether the user was active lately; see `IN_USE_DAYS`. */
export const isInUse = sql.raw(`u.last_login_at > now() - interval '${IN_USE_DAYS} days'`)
/** Whether a second factor is set up: an authenticator or a passkey. */
export const hasFactor =
  sql.raw(`(exists (select 1 from user_totps t where t.user_id = u.id and t.confirmed_at is not null)
  or exists (select 1 from passkeys k where k.user_id = u.id))`)
const plugins = sql.raw(
  `json_build_array(${userPlugins.map((name) => `json_build_object('name', '${name}', 'enabled', not '${name}' = any(u.plugins_off))`).join(', ')})`,
)
const resetIsOverdue =
  sql.raw(`(u.state = 'recovery' and u.issuer is null and not exists (select 1 from one_time_links l
  where l.user_id = u.id and l.purpose = 'reset' and l.used_at is null and l.expires_at > now()))`)

/** The provider of the environment has no row, nor has a removed one: users know it by its host. */
const hostOfIssuer = sql.raw(`coalesce(nullif(split_part(split_part(u.issuer, '://', 2), '/', 1), ''), u.issuer)`)

/** Pending messages to the external directory of a user, where the portal manages users in it. */
const directory = sql`(select json_build_object('connection', 'directory:' || p.id, 'waiting', count(o.id) filter (where o.state = 'WAITING'), 'failed', count(o.id) filter (where o.state = 'FAILED'))
  from identity_providers p left join outbox o on o.line = ${sql.lit(DIRECTORY_LINE)} and o.subject = u.id::text and o.state in ('WAITING', 'FAILED')
  where p.issuer = u.issuer and ${isManaged} group by p.id)`

/** A user `u` as the contract's `User`, as far as the session sees them; all roles of a user in one subquery. */
export function userJson({ accounts, whole }: UserScope): RawBuilder<unknown> {
  const isVisible = inAccounts(accounts, 'g.account_id')
  const commonMembers = sql`'id', u.id::text, 'userId', u.id::text, 'username', u.email, 'fullName', u.full_name, 'userState', u.state,
    'version', u.version, 'roles', coalesce((
      select json_agg(json_build_object('role', g.role, 'account', a.name, 'accountId', a.id::text, 'displayName', a.display_name)
        order by a.display_name nulls first, g.role)
      from role_grants g left join accounts a on a.id = g.account_id where g.user_id = u.id and a.deleted_at is null and ${isVisible}), '[]')`
  return sql`case when ${whole} then json_build_object(${commonMembers}, ${details}) else json_build_object(${commonMembers}) end`
}

const details = sql`'isVendor', u.is_vendor, 'jobTitle', u.job_title, 'phone', u.phone, 'managerEmail', u.manager_email,
  'subscriptions', u.subscriptions, 'notificationBlocking', u.notification_blocking, 'plugins', ${plugins},
  'increaseFontSize', coalesce((select (s.settings->>'increaseFontSize')::boolean from user_settings s where s.user_id = u.id), false),
  'provider', case when u.issuer is not null then coalesce((select p.name from identity_providers p where p.issuer = u.issuer limit 1), ${hostOfIssuer}) end,
  'directory', case when u.issuer is not null then ${directory} end,
  'externalAcl', exists (select 1 from identity_providers p where p.issuer = u.issuer and p.use_external_acl),
  'mfa', ${hasFactor}, 'resetOverdue', ${resetIsOverdue}, 'inUse', coalesce(${isInUse}, false),
  'lastLogin', ${isoSql('u.last_login_at')}, 'lastIdpLogin', ${isoSql('u.last_idp_login_at')}, 'candidateSince', ${isoSql('u.candidate_since')},
  'created', ${isoSql('u.created_at')}, 'updated', ${isoSql('u.updated_at')}`
