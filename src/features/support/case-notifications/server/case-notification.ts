import { sql } from 'kysely'
import { findRecipients, type Recipient } from '#features/support/case-access/server/index.ts'
import { type CaseMessage, caseCreated, caseDeleted, internalCaseEvents } from '#features/support/cases/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { isEvent } from '#kit/server/events/event-handler.ts'
import { caseOfEvent } from './case-of-event.ts'

/** The data of a case in a notification of an event. */
export type CaseNotification = Omit<CaseMessage, 'event' | 'by'> & { readonly id: number; readonly accountId: number }

/**
 * The current case of an event; for a deleted one what its last event stored. Undefined when there is nothing to notify
 * of.
 */
export async function toNotification(event: RecordedEvent, tx: Tx | Database): Promise<CaseNotification | undefined> {
  const notification = await caseOfEvent(event, tx)
  if (notification || !isEvent(event, caseDeleted)) return notification
  const account = await sql<{ name: string }>`select name from accounts where id = ${event.accountId}`.execute(tx)
  const { status, priority, type } = event.data
  const internal = event.audience === 'vendor'
  const key = String(event.subjectId)
  return {
    id: 0,
    accountId: event.accountId!,
    key,
    account: account.rows[0]!.name,
    // Its texts are gone with it.
    subject: key,
    status,
    priority,
    type,
    internal,
  }
}

/** Whether a case was filed. */
export function isFiling({ name }: RecordedEvent): boolean {
  return name === caseCreated.name || name === internalCaseEvents.created.name
}

/** The recipients of an event beside its author; of an event for vendor staff they alone. */
export function recipientsOfEvent(event: RecordedEvent, events: CaseNotification, tx: Tx): Promise<Recipient[]> {
  return findRecipients(tx, events, {
    staffOnly: event.audience !== 'account',
    except: event.actorId,
    noc: event.data.serviceDown === true,
  })
}
