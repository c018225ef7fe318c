import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  disputeSlaLine,
  editSlaStat,
  listSlaPeriods,
  listSlaStats,
  readSla,
  readSlaStat,
  slaProblems,
} from '../contract.ts'
import { disputeLine } from './dispute-line.ts'
import { changeSlaMonth } from './edit-sla-month.ts'
import { receiptOf, statOf } from './month-receipt.ts'
import { readMonths } from './month-source.ts'
import { slaColumns } from './sla-columns.ts'
import { periodsOf } from './sla-periods.ts'
import { monthsOf, visibleMonth } from './visible-months.ts'

/** SLA months, their receipts and their sums over quarters, years and child accounts. */
export function serveSla(portal: AppContext): void {
  const { db } = portal
  registerCommand(portal, editSlaStat, changeSlaMonth)
  registerCommand(portal, disputeSlaLine, disputeLine)

  serve(portal, listSlaStats, async (call) => {
    const months = await monthsOf(db, call.session, call.query)
    const stats = (await readMonths(db, months, { at: 'latest' })).map((source) => statOf(source))
    if (wantsCsv(call.request)) return sendCsv(call.reply, 'sla.csv', slaColumns, stats)
    return halSinglePage(call, 'slaStats', stats)
  })

  serve(portal, listSlaPeriods, async (call) => {
    const months = await monthsOf(db, call.session, call.query)
    const stats = (await readMonths(db, months, { at: 'latest' })).map((source) => statOf(source))
    return halSinglePage(call, 'slaPeriods', periodsOf(stats, call.query.by))
  })

  serve(portal, readSlaStat, async (call) => {
    const month = visibleMonth(call.session, readSla, call.params.id)
    const [source] = await readMonths(db, [month], { at: call.query.revision ?? 'latest' })
    if (!source) throwProblem(slaProblems['sla-stat-not-found'])
    const receipt = receiptOf(source)
    return respond(receipt, { headers: { etag: etagOf(receipt.version) } })
  })
}
