import { sql } from 'kysely'
import { requireAccount } from '#features/monitoring/analytics/server/index.ts'
import type { ReadHeld } from '#features/monitoring/uptime/server/index.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  detectorDefaults,
  detectorEdited,
  detectorProblems,
  listScannerConfigs,
  readDetector,
  saveScannerConfig,
  simulateScanner,
  testScanner,
} from '../contract.ts'
import { serverTexts } from '../texts.ts'
import { scannerConfig } from './detector-settings.ts'
import { readSegmentSamples } from './segment-samples.ts'
import { simulate } from './simulate.ts'

const MINUTE_MS = 60_000
/** A deployment is reached when its newest sample is not older. */
const FRESH_MINUTES = 10

/** Serves the scanner configuration of accounts, its test, and other settings on past samples. */
export function serveScanner(portal: AppContext, readHeld: ReadHeld): void {
  const { db } = portal

  serve(portal, listScannerConfigs, async (call) => {
    const { id } = await requireAccount(db, call.session, { name: call.query.account, permission: readDetector })
    const config = await scannerConfig(db, id)
    return halSinglePage(call, 'configs', config ? [config] : [])
  })

  registerCommand(portal, saveScannerConfig, async (call) => {
    const { tx, session, query, body } = call
    const { id } = await requireAccount(tx, session, { name: query.account })
    await sql`select id from accounts where id = ${id} for no key update`.execute(tx)
    const before = await scannerConfig(tx, id)
    const after = { projectKey: '', projectLabel: '', ...detectorDefaults, ...before, ...definedFields(body) }
    const changes = changesOf(before ?? {}, {
      ...definedFields(body),
      ...(before ? {} : { collectionWindow: after.collectionWindow }),
    })
    await sql`
      insert into detector_settings as s (account_id, project_key, project_label, collection_window, cascade_window, min_modems, min_share, alert_threshold, configured_by)
      values (${id}, ${after.projectKey}, ${after.projectLabel}, ${after.collectionWindow}, ${after.cascadeWindow}, ${after.minModems}, ${after.minShare},
        ${after.alertThreshold}, ${session.userId})
      on conflict (account_id) do update set project_key = excluded.project_key, project_label = excluded.project_label,
        collection_window = excluded.collection_window, cascade_window = excluded.cascade_window, min_modems = excluded.min_modems,
        min_share = excluded.min_share, alert_threshold = excluded.alert_threshold, configured_by = excluded.configured_by,
        version = s.version + 1, updated_at = clock_timestamp()`.execute(tx)
    await call.record(detectorEdited, { account: id, subject: id, data: { changes } })
    return (await scannerConfig(tx, id))!
  })

  serve(portal, testScanner, async ({ session, query: { account } }) => {
    const { id } = await requireAccount(db, session, { name: account })
    if (!(await scannerConfig(db, id))) throwProblem(detectorProblems['scanner-config-not-found'], { account })
    const now = Math.floor(Date.now() / MINUTE_MS)
    const { rows } = await sql<{ id: number; name: string }>`
      select d.id, d.name from deployments d join metric_totals t on t.deployment_id = d.id
      where d.account_id = ${id} and d.enable_monitoring and t.newest_ms >= ${(now - FRESH_MINUTES) * MINUTE_MS} order by d.id`.execute(
      db,
    )
    let [deployments, segments] = [0, 0]
    for (const deployment of rows) {
      const { clusterOf } = await readSegmentSamples(db, deployment, { from: now - FRESH_MINUTES, to: now })
      if (clusterOf.size > 0) deployments += 1
      segments += clusterOf.size
    }
    if (segments === 0)
      throwProblem(detectorProblems['scanner-not-reached'], { account, minutes: String(FRESH_MINUTES) })
    return { ok: true as const, text: serverTexts.ok, deployments, segments }
  })

  serve(portal, simulateScanner, async ({ session, query: { account }, body }) => {
    const { id } = await requireAccount(db, session, { name: account })
    return simulate(db, { accountId: id, config: await scannerConfig(db, id), readHeld, body })
  })
}

function definedFields<Fields extends object>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [field in keyof Fields]: Exclude<Fields[field], undefined>
  }
}
