import { isoJson } from '#kit/server/sql-text.ts'

/** The milestone of `cases c`, to be made from `rnd_issue_cases x`, `rnd_issues i` and its fix bundle `b`. A fix is in the account's release when that, or a patch of it, was delivered. */
export const milestoneJson = `(select json_build_object(
    'name', case when m.delivered is not null then 'in-your-release' when m.fixed is not null then 'fix-in-bundle'
      when coalesce(i.started_at, i.fixed_at) is not null then 'fix-in-progress' when i.reproduced_at is not null then 'reproduced' else 'received' end,
    'bundle', case when m.fixed is not null then b.name end,
    'at', ${isoJson('greatest(x.linked_at, coalesce(m.delivered, m.fixed, i.started_at, i.fixed_at, i.reproduced_at))')})
  from (select case when b.id is not null then i.fixed_at end as fixed, case when b.id is not null and i.fixed_at is not null then
    (select min(r.delivered_at) from bundle_releases r join bundles p on p.id = r.bundle_id
      where r.account_id = c.account_id and r.status = 'DELIVERED' and (p.id = b.id or p.parent_id = b.id)) end as delivered) m)`

/** A user as other features show them. */
export function userRefJson(alias: string): string {
  return `json_build_object('id', ${alias}.id::text, 'username', ${alias}.email, 'fullName', ${alias}.full_name)`
}
