import { sql } from 'kysely'
import { requireAccount } from '#features/monitoring/analytics/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import {
  detectorProblems,
  listAutomatedOutages,
  listDetectorDecisions,
  readDetector,
  readDetectorState,
  readSegment,
} from '../contract.ts'
import { serverTexts } from '../texts.ts'
import { automatedOutages, detectorDecisions } from './detector-rows.ts'
import { readSegmentSamples } from './segment-samples.ts'

const MINUTE_MS = 60_000
const LONGEST = 7 * 1440

/** Serves the outages that the detector found, its decisions, and the samples that led to them. */
export function serveDetector(portal: AppContext): void {
  const { db } = portal

  serve(portal, listAutomatedOutages, async (call) => {
    const { account, open, sort, page, size } = call.query
    const { id } = await requireAccount(db, call.session, { name: account, permission: readDetector })
    const { descending } = readSort(sort, { field: 'start', descending: true })[0]!
    const of = { accountId: id, account, session: call.session }
    return halPage(call, 'outages', await automatedOutages(db, of, { page, size, descending }, open))
  })

  serve(portal, listDetectorDecisions, async (call) => {
    const { account, sort, page, size, ...filter } = call.query
    const { id } = await requireAccount(db, call.session, { name: account, permission: readDetector })
    const { descending } = readSort(sort, { field: 'at', descending: true })[0]!
    const of = { accountId: id, account, session: call.session }
    return halPage(call, 'decisions', await detectorDecisions(db, of, { page, size, descending }, filter))
  })

  serve(portal, readDetectorState, async ({ session, query: { account } }) => {
    const { id } = await requireAccount(db, session, { name: account, permission: readDetector })
    const { rows } = await sql<{
      on: boolean
      segments: number
      outages: number
      judgedAt: string | null
      milliseconds: number
    }>`
      select exists (select from detector_settings where account_id = ${id}) as "on", coalesce(sum(r.segments), 0)::int as segments,
        (select count(*) from detector_outages where account_id = ${id} and end_minute is null)::int as outages,
        ${isoSql('max(r.judged_at)')} as "judgedAt", coalesce(sum(r.milliseconds), 0)::int as milliseconds
      from deployments d join detector_runs r on r.deployment_id = d.id where d.account_id = ${id}`.execute(db)
    return rows[0]!
  })

  serve(portal, readSegment, async ({ session, query }) => {
    const { id } = await requireAccount(db, session, { name: query.account, permission: readDetector })
    const [from, to] = [query.from, query.to].map((text) => Math.floor(Date.parse(text) / MINUTE_MS)) as [
      number,
      number,
    ]
    if (to < from || to - from > LONGEST) throwFieldProblem('to', serverTexts.period)
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from deployments where id = ${query.deployment}::bigint and account_id = ${id}`.execute(db)
    if (!rows[0]) throwProblem(detectorProblems['scanner-segment-not-found'])
    const samples = await readSegmentSamples(db, rows[0], { from, to })
    const members = [...samples.clusterOf].flatMap(([segment, cluster]) =>
      cluster === query.cluster && (query.segment === undefined || segment === query.segment) ? [segment] : [],
    )
    if (members.length === 0) throwProblem(detectorProblems['scanner-segment-not-found'])
    const points: [string, number][] = []
    for (let minute = from; minute <= to; minute += 1) {
      const values = members.flatMap((segment) => samples.at(segment, minute) ?? [])
      if (values.length > 0)
        points.push([new Date(minute * MINUTE_MS).toISOString(), values.reduce((sum, value) => sum + value, 0)])
    }
    return { points }
  })
}
