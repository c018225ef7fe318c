import { sql } from 'kysely'
import { restateDeliveries } from '#features/platform/webhooks/server/index.ts'
import { caseDeleted } from '#features/support/cases/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { isTextChanged } from '#kit/server/events/account-data.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { readEvents } from '#kit/server/events/read-events.ts'
import { restateMessages } from '#kit/server/live/publish.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { caseKindNamed } from './case-kinds.ts'
import { type CaseNotification, recipientsOfEvent } from './case-notification.ts'
import { notifyOfCase, threadOf } from './notify-of-case.ts'

type Changes = Readonly<Record<string, readonly [unknown, unknown]>>

/**
 * A text of a case was replaced or taken back: what waits to be sent about the case, or can be sent again, gets the texts
 * that stand now.
 */
export async function restateCase(
  portal: AppContext,
  event: RecordedEvent,
  about: CaseNotification,
  tx: Tx,
): Promise<void> {
  const { key, subject, accountId } = about
  // A case that was deleted takes all its texts along.
  const isDeleted = event.name === caseDeleted.name
  if (!isDeleted && !isTextChanged(event)) return
  const { commentId, caseId } = event.data
  const id = Number(caseId)
  if (isDeleted || typeof commentId === 'number')
    await restateNotifications(
      portal,
      { ...about, id },
      isDeleted ? 'all' : await eventsOf(tx, key, Number(commentId)),
      tx,
    )
  const [before] = changesIn(event).subject ?? []
  if (typeof before === 'string') await portal.notifier.replaceText(tx, threadOf({ id }), { before, after: subject })
  if (!isDeleted && before === undefined) return
  await restateMessages(tx, { member: 'key', value: key }, { subject })
  await restateDeliveries(tx, { accountId, subject: `case ${key}` }, { at: ['data'], members: { subject } })
}

/** The events that a comment was written with. */
async function eventsOf(tx: Tx, key: string, commentId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from events where subject = 'case' and subject_id = ${key} and data ->> 'commentId' = ${String(commentId)}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/**
 * Notifications of these events, in inboxes and in what waits for its turn, for a digest or for quiet hours to end, are
 * written again. Of a case that is gone only the mails are.
 */
async function restateNotifications(
  portal: AppContext,
  about: CaseNotification,
  eventIds: readonly number[] | 'all',
  tx: Tx,
): Promise<void> {
  const keys = eventIds === 'all' ? eventIds : eventIds.map(String)
  const taken = (await portal.notifier.takeBack(tx, { thread: threadOf(about), keys })).filter(
    ({ mailWaits }) => eventIds !== 'all' || mailWaits,
  )
  const events = await readEvents(tx, [...new Set(taken.map(({ key }) => Number(key)))])
  for (const event of await asTheyStand(tx, events)) {
    const ofEvent = taken.filter(({ key }) => key === String(event.id))
    const recipients = await recipientsOfEvent(event, about, tx)
    for (const name of new Set(ofEvent.map(({ kind }) => kind))) {
      const kind = caseKindNamed(name)
      const restated = ofEvent.filter((one) => one.kind === name)
      const users = new Set(restated.map(({ userId }) => userId))
      const still = recipients.filter(({ id }) => users.has(id))
      if (kind) await notifyOfCase(portal, { event, about, kind, restated }, still, tx)
    }
  }
}

/** The events with the present texts of their comments; those that were of a deleted comment alone are left out. */
async function asTheyStand(tx: Tx, events: readonly RecordedEvent[]): Promise<RecordedEvent[]> {
  const ids = events.flatMap(({ data }) => (typeof data.commentId === 'number' ? data.commentId : []))
  const { rows } = await sql<{ id: number; field: string; body: string }>`
    select id, 'comment' as field, body from case_comments where id = any(${ids}::bigint[])
    union all select id, 'internalComment', body from case_internal_comments where id = any(${ids}::bigint[])`.execute(
    tx,
  )
  return events.flatMap((event) => {
    const { commentId } = event.data
    if (typeof commentId !== 'number') return [event]
    const { comment, internalComment, ...others } = changesIn(event)
    const field = internalComment ? 'internalComment' : 'comment'
    const body = rows.find((row) => row.id === commentId && row.field === field)?.body
    if (body === undefined && !others.status) return []
    const changes = body === undefined ? others : { ...others, [field]: [null, body] }
    return [{ ...event, data: { ...event.data, changes } }]
  })
}

function changesIn({ data }: RecordedEvent): Changes {
  return (data.changes ?? {}) as Changes
}
