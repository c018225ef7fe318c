import { sql } from 'kysely'
import { detectorAlerted } from '#features/monitoring/detector/contract.ts'
import { caseKeyOfOutage, isBelowAlertThreshold } from '#features/monitoring/detector/server/index.ts'
import { caseOfEvent } from '#features/support/case-notifications/server/index.ts'
import { caseCreated, caseMoved } from '#features/support/cases/contract.ts'
import { outageConverted } from '#features/support/outages/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { type RecordedEvent, recordEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type AlertPriority, alertClosed, alertOpened } from '../contract.ts'
import { closeRow } from './alert-states.ts'
import { openAlert } from './open-alert.ts'

const priorities: Readonly<Record<string, AlertPriority>> = { LOW: 'P4', MEDIUM: 'P3', HIGH: 'P2', CRITICAL: 'P1' }

/**
 * A case that says that service is down, and an outage, open an alert; it is closed with its case. Of outages that the
 * detector files only those do which reach the threshold of the account, when they reach it.
 */
export function caseAlerts(portal: AppContext): EventHandler[] {
  return [
    on(caseCreated, 'incident-alerts.case-created', (event, tx) => openFor(portal, event, tx)),
    on(outageConverted, 'incident-alerts.outage', (event, tx) => openFor(portal, event, tx)),
    on(detectorAlerted, 'incident-alerts.threshold', (event, tx) => openAtThreshold(portal, event, tx)),
    on(caseMoved, 'incident-alerts.case-moved', closeFor),
  ]
}

async function openFor(portal: AppContext, event: RecordedEvent, tx: Tx): Promise<void> {
  const caseRow = await caseOf(tx, event)
  if (!caseRow?.isOpen || !(event.data.serviceDown === true || caseRow.type === 'OUTAGE')) return
  if (await isBelowAlertThreshold(tx, caseRow.id)) return
  const { accountId, key, subject, priority } = caseRow
  const message = `${key} ${subject}`.slice(0, 130)
  const { id, isNew } = await openAlert(tx, portal, {
    ...{ accountId, message, caseKey: key, alias: `case ${key}`, userId: null },
    ...{ priority: priorities[priority] ?? 'P3', tags: [caseRow.type === 'OUTAGE' ? 'outage' : 'service down'] },
  })
  if (isNew)
    await recordEvent(tx, alertOpened, eventActor(event), {
      account: accountId,
      subject: id,
      data: { what: message, alias: `case ${key}` },
    })
}

async function openAtThreshold(portal: AppContext, event: RecordedEvent, tx: Tx): Promise<void> {
  const key = await caseKeyOfOutage(tx, Number(event.subjectId))
  if (key !== undefined) await openFor(portal, { ...event, subjectId: key }, tx)
}

async function closeFor(event: RecordedEvent, tx: Tx): Promise<void> {
  const caseRow = await caseOf(tx, event)
  if (!caseRow || caseRow.isOpen) return
  const { rows } = await sql<{ id: number; message: string }>`
    select id, message from incident_alerts where case_key = ${caseRow.key} and state <> 'CLOSED' for update`.execute(
    tx,
  )
  for (const { id, message } of rows) {
    await closeRow(tx, id, { userId: event.actorId })
    await recordEvent(tx, alertClosed, eventActor(event), {
      account: caseRow.accountId,
      subject: id,
      data: { what: message },
    })
  }
}

function eventActor({ actorId, actorName }: RecordedEvent) {
  return { userName: actorName ?? '', ...(actorId === null ? {} : { userId: actorId }) } as Parameters<
    typeof recordEvent
  >[2]
}

async function caseOf(tx: Tx, event: RecordedEvent) {
  const caseRow = await caseOfEvent(event, tx)
  return caseRow?.internal ? undefined : caseRow
}
