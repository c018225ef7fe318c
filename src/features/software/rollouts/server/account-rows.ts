import { type RawBuilder, sql } from 'kysely'
import { bundleVersion } from '#features/software/overview/server/index.ts'

/**
 * The accounts of rollouts as the query `found`, for those that meet a condition on `x` (rollout_accounts): the state of
 * the release of each, what was downloaded of it, and which of its deployments run the version.
 */
export function accountRows(where: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`found as (
    select x.rollout_id, x.position, a.id as account_id, a.name as account, a.display_name, r.id as release_id, r.delivered_at,
      case when g.started_at is null then 'NOT_RELEASED'
        when a.deleted_at is not null or r.id is null or r.deleted_at is not null then 'LEFT_OUT'
        when r.status = 'DELIVERED' then 'DELIVERED'
        when r.rejected_at is not null then 'REJECTED'
        when j.state = 'FAILED' then 'FAILED'
        when r.approved_at is not null then 'DELIVERING'
        else 'AWAITING_APPROVAL' end as state,
      parts.downloaded, parts.of as parts, ran.deployed, ran.of as deployments
    from rollout_accounts x
      join rollouts o on o.id = x.rollout_id join bundles b on b.id = o.bundle_id
      join rollout_rings g on g.rollout_id = x.rollout_id and g.position = x.position
      join accounts a on a.id = x.account_id
      left join bundle_releases r on r.id = x.release_id left join jobs j on j.id = r.job_id
      cross join lateral (select count(*)::int as of, count(downloaded_at)::int as downloaded
        from release_components p where p.release_id = r.id) parts
      cross join lateral (select count(*)::int as of, count(*) filter (where d.software_version = ${bundleVersion})::int as deployed
        from deployments d where d.account_id = a.id and d.type = b.deployment_type) ran
    where ${where})`
}
