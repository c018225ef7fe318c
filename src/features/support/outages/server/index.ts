import { sql } from 'kysely'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { readableCase } from '#features/support/case-access/server/index.ts'
import { caseChanged, caseEventHandlers, caseKind } from '#features/support/case-notifications/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { cappedTotal, halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { requirePermission } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  addInternalOutageEntry,
  addOutageCount,
  addOutageEntry,
  convertToOutage,
  editOutage,
  listInternalOutageEntries,
  listOutageCounts,
  listOutageEntries,
  listOutages,
  outageConverted,
  outageCounted,
  outageEdited,
  outageUpdated,
  outageUpdateMissed,
  readOutage,
} from '../contract.ts'
import { changeOutage } from './change-outage.ts'
import { conversionTask, queueConversion } from './convert-to-outage.ts'
import { endWithCase } from './end-with-case.ts'
import { missedUpdatesTask } from './missed-updates.ts'
import { countsOf, recordCount } from './outage-counts.ts'
import { findOutages, outageOf } from './outage-store.ts'
import { addNote, addUpdate, internalEntries, publicEntries } from './timeline.ts'

export { fileAutomaticOutage, followAutomaticOutage, openOutageOf } from './automatic-outages.ts'
export { makeDemoOutages } from './demo-outages.ts'
export { storeCounts as storeOutageCounts } from './outage-counts.ts'
export { outageOf } from './outage-store.ts'
export { outageTemplateEvents } from './outage-template-events.ts'
export { reasonText } from './reason-text.ts'
export { publicEntries } from './timeline.ts'

const updateMissed = caseKind('case.outage-update-missed', 'The next public update of the outage {key} is overdue.')

/** Outages: conversion of a case, fields, timeline, and the list over accounts. */
export const outagesFeature: Feature = {
  name: 'outages',
  serve: serveOutages,
  tasks: (portal) => [conversionTask(portal), missedUpdatesTask(portal)],
  eventHandlers: (portal) => [
    ...endWithCase(),
    ...caseEventHandlers(portal, [
      { event: outageConverted, notifies: caseChanged, template: 'OUTAGE_OPENED' },
      { event: outageUpdated, notifies: caseChanged },
      { event: outageUpdateMissed, notifies: updateMissed },
      { event: outageEdited },
      { event: outageCounted },
    ]),
  ],
}

function serveOutages(portal: AppContext): void {
  const { db } = portal
  registerCommand(portal, convertToOutage, queueConversion)
  registerCommand(portal, editOutage, changeOutage)
  registerCommand(portal, addOutageEntry, addUpdate)
  registerCommand(portal, addInternalOutageEntry, addNote)
  registerCommand(portal, addOutageCount, recordCount)

  serve(portal, listOutages, async (call) => {
    const { descending } = readSort(call.query.sort, { field: 'started', descending: true })[0]!
    const { rows, count } = await findOutages(db, call.session, { ...call.query, descending })
    return halPage(call, 'outages', { rows, total: cappedTotal(count), lastUpdateTime: null })
  })
  serve(portal, readOutage, async (call) => {
    const { id, key } = await readableCase(db, call.session, call.params.key)
    const outage = await outageOf(db, id, key)
    return respond(outage, { headers: { etag: etagOf(outage.version) } })
  })
  serve(portal, listOutageCounts, async (call) => {
    const { id, key } = await readableCase(db, call.session, call.query.issueKey)
    await outageOf(db, id, key)
    return { counts: await countsOf(db, id) }
  })
  serve(portal, listOutageEntries, async (call) => {
    const { id, key } = await readableCase(db, call.session, call.query.issueKey)
    await outageOf(db, id, key)
    const rows = await publicEntries(db, sql`e.case_id = ${id}`, pageOf(call.query))
    const { rows: countRows } = await sql<{ count: number }>`
      select count(*) as count from outage_entries where case_id = ${id}`.execute(db)
    return halPage(call, 'entries', { rows, total: { count: countRows[0]!.count }, lastUpdateTime: null })
  })
  serve(portal, listInternalOutageEntries, async (call) => {
    const { id, key, account } = await readableCase(db, call.session, call.query.issueKey)
    requirePermission(call, seeInternal, account)
    await outageOf(db, id, key)
    const rows = await internalEntries(db, sql`e.case_id = ${id}`, pageOf(call.query))
    const { rows: countRows } = await sql<{ count: number }>`
      select count(*) as count from outage_internal_entries where case_id = ${id}`.execute(db)
    return halPage(call, 'entries', { rows, total: { count: countRows[0]!.count }, lastUpdateTime: null })
  })
}

function pageOf({ page, size, sort }: { page: number; size: number; sort?: string[] | undefined }) {
  return { page, size, descending: readSort(sort, { field: 'at', descending: true })[0]!.descending }
}
