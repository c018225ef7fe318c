import { sql } from 'kysely'
import { enqueueConnectionMessage } from '#features/platform/connections/server/index.ts'
import { attachmentAdded, attachmentDeleted } from '#features/support/attachments/contract.ts'
import { caseLinked, caseUnlinked } from '#features/support/case-links/contract.ts'
import { caseCreated, caseEdited, caseMoved, caseUnwatched, caseWatched } from '#features/support/cases/contract.ts'
import {
  commentAdded,
  commentDeleted,
  commentEdited,
  internalCommentAdded,
  internalCommentDeleted,
  internalCommentEdited,
} from '#features/support/comments/contract.ts'
import { outageConverted } from '#features/support/outages/contract.ts'
import type { EventData, EventType } from '#kit/contract/event.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { type MessageToSend, messageToSend } from '#kit/server/outbox/message-type.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { publishCaseSync } from './case-sync.ts'
import { trackerMessages } from './tracker-messages.ts'

const sentFields = new Set([
  'subject',
  'description',
  'priority',
  'labels',
  'product',
  'productVersion',
  'contact',
  'crmId',
])

/** What each event of a case changes in its tracker, in this order. */
const messagesOf = [
  carry(caseCreated, ({ caseId }) => [
    messageToSend(trackerMessages.create, { caseId }),
    files({ caseId }),
    watchers({ caseId }),
  ]),
  carry(caseEdited, ({ caseId, changes }) => messagesOfEdit(caseId, changes)),
  carry(caseMoved, (data) => [...messagesOfComment('comment', data), ...messagesOfMove(data)]),
  carry(commentAdded, (data) => [...messagesOfComment('comment', data), ...messagesOfMove(data)]),
  carry(commentEdited, (data) => messagesOfComment('comment', data)),
  carry(commentDeleted, (data) => messagesOfComment('comment', data)),
  carry(internalCommentAdded, (data) => messagesOfComment('internal-comment', data)),
  carry(internalCommentEdited, (data) => messagesOfComment('internal-comment', data)),
  carry(internalCommentDeleted, (data) => messagesOfComment('internal-comment', data)),
  carry(attachmentAdded, (data) => [files(data)]),
  carry(attachmentDeleted, (data) => [files(data)]),
  carry(caseWatched, (data) => [watchers(data)]),
  carry(caseUnwatched, (data) => [watchers(data)]),
  carry(outageConverted, (data) => [...messagesOfConversion(data), ...messagesOfMove(data)]),
  carry(caseLinked, ({ caseId, changes }) => messagesOfLink(caseId, changes)),
  carry(caseUnlinked, ({ caseId, changes }) => messagesOfLink(caseId, changes)),
]

/** Enqueues the messages that carry events of cases to the tracker of their account, in the order of the events. */
export function outgoingHandlers(portal: AppContext): EventHandler[] {
  return messagesOf.map((handlerFor) => handlerFor(portal))
}

/** The data of every event of a case. */
type OfCase = EventType<string, Pick<typeof caseWatched.data, 'caseId'>>
type AboutCase = EventData<OfCase>

/** A handler that sends an event to the tracker, unless it came from there. */
function carry<Type extends OfCase>(
  type: Type,
  messages: (data: RecordedEvent<Type>['data']) => readonly MessageToSend[],
) {
  return (portal: AppContext): EventHandler =>
    on(type, 'tracker', async (event, tx) => {
      const { data, accountId, subjectId } = event
      if (data.imported || 'fromTracker' in data || accountId === null || subjectId === null) return
      const connection = await connectionFor(tx, accountId, subjectId)
      if (!connection) return
      for (const { type: message, content } of messages(data))
        await enqueueConnectionMessage(tx, connection, message, {
          subject: subjectId,
          content,
          ...(event.actorName === null ? {} : { postedBy: event.actorName }),
        })
      await publishCaseSync(portal, tx, data.caseId)
    })
}

/** The connection of the tracker of an account; undefined without one, and for internal cases, which stay here. */
async function connectionFor(
  tx: Tx,
  accountId: number,
  caseKey: RecordedEvent['subjectId'],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select c.id from tracker_targets t join tracker_projects p on p.account_id = t.account_id and p.system = t.target
      join connections c on c.account_id = t.account_id and c.port = t.target
    where t.account_id = ${accountId}
      and exists (select from cases k where k.key = ${caseKey} and k.account_id = t.account_id and not k.internal)`.execute(
    tx,
  )
  return rows[0]?.id
}

function messagesOfEdit(caseId: number, changes: RecordedEvent<typeof caseEdited>['data']['changes']): MessageToSend[] {
  const fields = Object.keys(changes).filter((field) => sentFields.has(field))
  if (fields.length === 0) return []
  const [before, after] = changes.labels ?? []
  const labels = { added: without(after, before), removed: without(before, after) }
  return [messageToSend(trackerMessages.edit, { caseId, fields, ...(changes.labels ? { labels } : {}) })]
}

function without(some: readonly string[] | null = [], others: readonly string[] | null = []): readonly string[] {
  return (some ?? []).filter((label) => !others?.includes(label))
}

type StatusChange = { readonly status?: readonly [unknown, string | null] | undefined }

function messagesOfMove({
  caseId,
  changes: { status },
}: AboutCase & { readonly changes: StatusChange }): MessageToSend[] {
  return status?.[1] ? [messageToSend(trackerMessages.move, { caseId, status: status[1] })] : []
}

function files({ caseId }: AboutCase): MessageToSend {
  return messageToSend(trackerMessages.files, { caseId })
}

function watchers({ caseId }: AboutCase): MessageToSend {
  return messageToSend(trackerMessages.watchers, { caseId })
}

function messagesOfConversion({ caseId }: AboutCase): MessageToSend[] {
  const fields = ['priority', 'labels']
  return [messageToSend(trackerMessages.edit, { caseId, fields }), messageToSend(trackerMessages.type, { caseId })]
}

function messagesOfComment(
  kind: 'comment' | 'internal-comment',
  { caseId, commentId }: AboutCase & { readonly commentId?: number | undefined },
): MessageToSend[] {
  return commentId === undefined ? [] : [messageToSend(trackerMessages[kind], { caseId, commentId })]
}

/** `KIND KEY` of the other case; the kinds that are stored on the other case are sent with that one. */
function messagesOfLink(
  caseId: number,
  { link }: RecordedEvent<typeof caseLinked>['data']['changes'],
): MessageToSend[] {
  const [kind, otherKey] = String(link?.[1] ?? link?.[0] ?? '').split(' ')
  if (!otherKey || (kind !== 'IS_BLOCKED_BY' && kind !== 'RELATES_TO' && kind !== 'DUPLICATES')) return []
  return [messageToSend(trackerMessages.link, { caseId, kind, otherKey })]
}
