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
import type { EventType } from '#kit/contract/event.ts'
import type { Tx } from '#kit/server/database.ts'
import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { publishCaseSync } from './case-sync.ts'
import type { Outgoing } from './outgoing.ts'

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
  carry(caseCreated, () => [{ operation: 'create' }, { operation: 'files' }, { operation: 'watchers' }]),
  carry(caseEdited, ({ changes }) => edited(changes)),
  carry(caseMoved, ({ commentId, changes }) => [...said('comment', commentId), ...moved(changes)]),
  carry(commentAdded, ({ commentId, changes }) => [...said('comment', commentId), ...moved(changes)]),
  carry(commentEdited, ({ commentId }) => said('comment', commentId)),
  carry(commentDeleted, ({ commentId }) => said('comment', commentId)),
  carry(internalCommentAdded, ({ commentId }) => said('internal-comment', commentId)),
  carry(internalCommentEdited, ({ commentId }) => said('internal-comment', commentId)),
  carry(internalCommentDeleted, ({ commentId }) => said('internal-comment', commentId)),
  carry(attachmentAdded, () => [{ operation: 'files' }]),
  carry(attachmentDeleted, () => [{ operation: 'files' }]),
  carry(caseWatched, () => [{ operation: 'watchers' }]),
  carry(caseUnwatched, () => [{ operation: 'watchers' }]),
  carry(outageConverted, ({ changes }) => [...converted(), ...moved(changes)]),
  carry(caseLinked, ({ changes }) => linked(changes)),
  carry(caseUnlinked, ({ changes }) => linked(changes)),
]

/** Enqueues the messages that carry events of cases to the tracker of their account, in the order of the events. */
export function outgoingHandlers(portal: AppContext): EventHandler[] {
  return messagesOf.map((handlerFor) => handlerFor(portal))
}

/** The data of every event of a case. */
type OfCase = EventType<string, Pick<typeof caseWatched.data, 'caseId'>>

/** A handler that sends an event to the tracker, unless it came from there. */
function carry<Type extends OfCase>(type: Type, messages: (data: RecordedEvent<Type>['data']) => readonly Outgoing[]) {
  return (portal: AppContext): EventHandler =>
    on(type, 'tracker', async (recorded, tx) => {
      const { data, accountId, subjectId } = recorded
      if (data.imported || 'fromTracker' in data || accountId === null || subjectId === null) return
      const connection = await connectionFor(tx, accountId, subjectId)
      if (!connection) return
      for (const { operation, ...content } of messages(data))
        await enqueueConnectionMessage(tx, connection, {
          subject: subjectId,
          operation,
          content: { ...content, caseId: data.caseId },
          ...(recorded.actorName === null ? {} : { postedBy: recorded.actorName }),
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

function edited(changes: RecordedEvent<typeof caseEdited>['data']['changes']): Outgoing[] {
  const fields = Object.keys(changes).filter((field) => sentFields.has(field))
  if (fields.length === 0) return []
  const [before, after] = changes.labels ?? []
  const labels = { added: without(after, before), removed: without(before, after) }
  return [{ operation: 'edit', fields, ...(changes.labels ? { labels } : {}) }]
}

function without(some: readonly string[] | null = [], others: readonly string[] | null = []): readonly string[] {
  return (some ?? []).filter((label) => !others?.includes(label))
}

function moved({ status }: { readonly status?: readonly [unknown, unknown] | undefined }): Outgoing[] {
  return status ? [{ operation: 'move', status: String(status[1]) }] : []
}

function converted(): Outgoing[] {
  return [{ operation: 'edit', fields: ['priority', 'labels'] }, { operation: 'type' }]
}

function said(kind: 'comment' | 'internal-comment', commentId: number | undefined): Outgoing[] {
  return commentId === undefined ? [] : [{ operation: kind, commentId }]
}

/** `KIND KEY` of the other case; the kinds that are stored on the other case are sent with that one. */
function linked({ link }: RecordedEvent<typeof caseLinked>['data']['changes']): Outgoing[] {
  const [kind, otherKey] = String(link?.[1] ?? link?.[0] ?? '').split(' ')
  if (!otherKey || (kind !== 'IS_BLOCKED_BY' && kind !== 'RELATES_TO' && kind !== 'DUPLICATES')) return []
  return [{ operation: 'link', kind, otherKey }]
}
