import { type RawBuilder, sql } from 'kysely'
import { userJson } from '#features/software/bundles/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { Rollout, RolloutDetail } from '../contract.ts'
import { accountRows } from './account-rows.ts'

const ringJson = sql`json_build_object('position', g.position, 'group', g.group_name, 'soakMinutes', g.soak_minutes, 'gates', g.gates,
  'state', g.state, 'started', ${isoSql('g.started_at')}, 'soaking', ${isoSql('g.soaking_at')}, 'done', ${isoSql('g.done_at')},
  'checks', g.checks, 'checked', ${isoSql('g.checked_at')},
  'accountCount', n.accounts, 'delivered', n.delivered, 'downloaded', n.downloaded,
  'deployed', json_build_object('count', n.deployed, 'of', n.deployments))`

/** How far the accounts of ring `g` are; those that were left out do not count. */
const counts = sql`select count(*)::int as accounts, count(*) filter (where f.state = 'DELIVERED')::int as delivered,
    count(*) filter (where f.parts > 0 and f.downloaded = f.parts)::int as downloaded,
    coalesce(sum(f.deployed), 0)::int as deployed, coalesce(sum(f.deployments), 0)::int as deployments
  from found f where f.rollout_id = g.rollout_id and f.position = g.position and f.state <> 'LEFT_OUT'`

const rolloutFields = sql`'id', o.id::text, 'bundleId', b.id::text, 'bundleName', b.name, 'bundleStatus', b.status,
  'deploymentType', b.deployment_type, 'state', o.state, 'isSecurity', o.is_security, 'note', o.note, 'stopReason', o.stop_reason,
  'rings', (select json_agg(${ringJson} order by g.position) from rollout_rings g cross join lateral (${counts}) n where g.rollout_id = o.id),
  'created', ${isoSql('o.created_at')}, 'createdBy', ${userJson('o.created_by')},
  'createdByImpersonator', case when o.created_by_impersonator is not null then ${userJson('o.created_by_impersonator')} end,
  'updated', ${isoSql('o.updated_at')}, 'version', o.version`

const accountsJson = sql`(select coalesce(json_agg(json_build_object('position', f.position, 'account', f.account, 'accountId', f.account_id::text,
    'displayName', f.display_name, 'state', f.state, 'releaseId', f.release_id::text, 'delivered', ${isoSql('f.delivered_at')},
    'downloaded', json_build_object('count', f.downloaded, 'of', f.parts), 'deployed', json_build_object('count', f.deployed, 'of', f.deployments))
    order by f.position, f.display_name collate "und-x-icu", f.account_id), '[]') from found f)`

const decisionsJson = sql`(select coalesce(json_agg(decision), '[]') from (
  select json_build_object('id', e.id::text, 'event', e.name, 'at', ${isoSql('e.at')}, 'by', e.actor_name, 'ring', (e.data->>'ring')::int,
    'group', e.data->>'group', 'accounts', (e.data->>'accounts')::int, 'checks', coalesce(e.data->'checks', '[]'), 'reason', e.data->>'reason') as decision
  from events e where e.subject = 'rollout' and e.subject_id = o.id::text order by e.id desc limit 100) newest)`

/** The rollout with everything that belongs to it. */
export async function findRollout(db: Database | Tx, id: string): Promise<RolloutDetail | undefined> {
  const { rows } = await sql<{ rollout: RolloutDetail }>`
    with ${accountRows(sql`x.rollout_id = ${id}::bigint`)}
    select json_build_object(${rolloutFields}, 'accounts', ${accountsJson}, 'decisions', ${decisionsJson}) as rollout
    from rollouts o join bundles b on b.id = o.bundle_id where o.id = ${id}::bigint`.execute(db)
  return rows[0]?.rollout
}

/** A page of the rollouts that meet a condition on `o`, by their start. */
export async function findRollouts(
  db: Database,
  where: RawBuilder<boolean>,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const direction = directionOf(descending)
  return findJsonPage(db, {
    page,
    size,
    rows: (limit) => sql<{ row: Rollout }>`
      with listed as materialized (select * from rollouts o where ${where}
          order by o.created_at ${direction}, o.id ${direction} ${limit}),
        ${accountRows(sql`x.rollout_id in (select id from listed)`)}
      select json_build_object(${rolloutFields}) as row from listed o join bundles b on b.id = o.bundle_id
      order by o.created_at ${direction}, o.id ${direction}`,
    of: sql`from rollouts o where ${where}`,
    newest: sql`o.updated_at`,
  })
}
