import { sql } from 'kysely'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { isoJson, isoSql } from '#kit/server/sql-text.ts'
import { type IngestState, readIngestState, readMonitoring } from '../../contract.ts'
import { deploymentOf } from '../deployment-store.ts'

/** Serves what deployments have sent. */
export function serveIngestState(portal: AppContext): void {
  const { db } = portal
  serve(portal, readIngestState, async (call) => {
    const { id } = await deploymentOf(db, call, readMonitoring)
    const { rows } = await sql<IngestState>`
      select coalesce(t.samples, 0) as samples, (select count(*) from metric_series where deployment_id = ${id}) as series,
        ${isoSql('to_timestamp(t.newest_ms / 1000.0)')} as newest,
        (select coalesce(json_agg(json_build_object('reason', reason, 'samples', samples, 'example', example,
          'last', ${sql.raw(isoJson('last_at'))}) order by samples desc), '[]') from metric_rejections where deployment_id = ${id}) as rejections,
        (select coalesce(json_agg(json_build_object('job', job, 'reason', reason, 'since', ${sql.raw(isoJson('since'))}) order by job), '[]')
          from deployment_failures where deployment_id = ${id}) as failures
      from (select 1) as one left join metric_totals t on t.deployment_id = ${id}`.execute(db)
    return rows[0]!
  })
}
