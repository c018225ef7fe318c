import { sql } from 'kysely'
import { metricProblems, readAnalytics } from '#features/monitoring/metrics/contract.ts'
import type { Database } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  analyticsProblems,
  configureMonitoring,
  listWatermarks,
  resetWatermark,
  type Watermark,
  watermarkReset,
} from '../contract.ts'
import watermarks from './assets/watermarks.json' with { type: 'json' }
import { requireAccount } from './config-routes.ts'
import { inVisibleAccounts } from './deployment-store.ts'

type HighestValue = { readonly value: number; readonly at: number; readonly source: string }

/** Serves the high watermarks of deployments. */
export function serveWatermarks(portal: AppContext): void {
  const { db } = portal
  serve(portal, listWatermarks, async (call) => {
    const { id } = await requireAccount(db, call.session, { name: call.query.account, permission: readAnalytics })
    return halSinglePage(call, 'watermarks', await findWatermarks(db, id, call.query.deployment))
  })

  registerCommand(portal, resetWatermark, async (call) => {
    const { tx, session, body } = call
    if (!watermarks.some(({ name, query }) => name === body.name && query !== null))
      throwProblem(analyticsProblems['watermark-not-found'])
    const { rows } = await sql<{ id: number; name: string; accountId: number }>`
      select d.id, d.name, d.account_id as "accountId" from deployments d join accounts a on a.id = d.account_id and a.deleted_at is null
      where d.id = ${body.deployment}::bigint and ${inVisibleAccounts(session, configureMonitoring)}`.execute(tx)
    const deployment = rows[0] ?? throwProblem(metricProblems['deployment-not-found'])
    const { rows: before } = await sql<{ value: number }>`
      select value from high_watermarks where deployment_id = ${deployment.id} and name = ${body.name} and value > '-Infinity' for update`.execute(
      tx,
    )
    if (!before[0]) throwProblem(analyticsProblems['watermark-not-found'])
    await sql`update high_watermarks set value = '-Infinity', source = '', reached_ms = ${Date.now()}
      where deployment_id = ${deployment.id} and name = ${body.name}`.execute(tx)
    await call.record(watermarkReset, {
      account: deployment.accountId,
      subject: deployment.id,
      data: { deployment: deployment.name, name: body.name, value: before[0].value },
    })
    return undefined
  })
}

/** All high watermarks of the deployments of an account, in the order of the catalogue; outages from their cases. */
export async function findWatermarks(db: Database, accountId: number, deployment?: string): Promise<Watermark[]> {
  const { rows } = await sql<{ id: string; name: string; reached: Record<string, HighestValue> }>`
    select d.id::text as id, d.name, coalesce(w.reached, '{}') ||
        case when o.largest is null then '{}'::jsonb else jsonb_build_object('Largest outage, modems', o.largest, 'Longest outage, minutes', o.longest) end as reached
    from deployments d
      left join lateral (select jsonb_object_agg(name, jsonb_build_object('value', value, 'at', reached_ms, 'source', source)) as reached
        from high_watermarks where deployment_id = d.id and value > '-Infinity') w on true
      left join lateral (select
          (array_agg(jsonb_build_object('value', total_cms_affected, 'at', at, 'source', key) order by total_cms_affected desc, at))[1] as largest,
          (array_agg(jsonb_build_object('value', minutes, 'at', at, 'source', key) order by minutes desc, at))[1] as longest
        from (select c.key, o.total_cms_affected, (extract(epoch from o.started_at) * 1000)::bigint as at,
            floor(extract(epoch from coalesce(o.ended_at, now()) - o.started_at) / 60)::int as minutes
          from cases c join outages o on o.case_id = c.id where c.deployment_id = d.id and not c.internal) found) o on true
    where d.account_id = ${accountId} and ${deployment === undefined ? sql`true` : sql`d.name = ${deployment}`} order by d.name`.execute(
    db,
  )
  return rows.flatMap(({ id, name, reached }) =>
    watermarks.map(({ perObject: _, ...watermark }): Watermark => {
      const own = reached[watermark.name]
      return {
        deployment: name,
        deploymentId: id,
        ...watermark,
        value: own?.value ?? null,
        lastUpdate: own ? new Date(own.at).toISOString() : null,
        source: own?.source ?? '',
      }
    }),
  )
}
