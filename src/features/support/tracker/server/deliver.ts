import { CaseStatus } from '#features/support/case-access/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { OutboxMessage } from '#kit/server/outbox/message-type.ts'
import { type MessageOf, readMessage } from '#kit/server/outbox/message-type.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { publishCaseSync } from './case-sync.ts'
import { poll } from './poll.ts'
import { projectOf } from './project-store.ts'
import { readIssue } from './read-issue.ts'
import { receiveFiles } from './receive-files.ts'
import { requireIssue } from './require-issue.ts'
import { sendComment } from './send-comment.ts'
import { sendFiles } from './send-files.ts'
import { sendLink } from './send-link.ts'
import { sendRnd } from './send-rnd.ts'
import { sendWatchers } from './send-watchers.ts'
import { findSentCase, issueFields, kindOfStatus } from './sent-case.ts'
import type { Sending, Side } from './side.ts'
import { trackerMessages } from './tracker-messages.ts'

type TrackerMessage = (typeof trackerMessages)[keyof typeof trackerMessages]

/** A message that was sent before may have arrived; also one that another process released. */
const FRESH_MS = 2_000

/** Delivers one message; what the tracker has already is not sent again. */
export async function deliver(on: Omit<Side, 'project'>, outboxMessage: OutboxMessage): Promise<void> {
  const message = readMessage(outboxMessage, trackerMessages)
  const { portal, connection } = on
  const project = await projectOf(portal.db, connection)
  if (!project)
    throw new IntegrationError('No project is set for this account. Choose one in the settings of the tracker.', {
      fault: 'blocked',
    })
  const side = { ...on, project }
  if (message.operation === 'poll') return poll(side)
  if (message.operation === 'rnd') return sendRnd(side, message.content.rndKey)
  if (message.operation === 'read')
    return void (await readIssue(side, message.content.trackerId ?? message.subject, { isImport: false }))
  const sentCase = await findSentCase(portal.db, connection, message.content.caseId)
  // It was deleted meanwhile.
  if (!sentCase) return
  const isRepeated =
    message.content.replayed === true || message.attempt > 1 || Date.now() - message.postedAt.getTime() > FRESH_MS
  const trackerId = await requireIssue(side, sentCase, isRepeated || message.operation !== 'create')
  await send({ ...side, sent: sentCase, trackerId, isRepeated }, message)
}

async function send(sending: Sending, what: MessageOf<TrackerMessage>): Promise<void> {
  const { tracker, sent: sentCase, trackerId, project } = sending
  switch (what.operation) {
    case 'edit':
      return tracker.edit({ id: trackerId, caseKey: sentCase.key }, issueFields(sentCase, project, what.content))
    case 'move': {
      const status = CaseStatus.parse(what.content.replayed ? sentCase.status : what.content.status)
      return tracker.move(trackerId, { name: project.statusMap[status], kind: kindOfStatus[status] })
    }
    case 'comment':
    case 'internal-comment':
      return sendComment(sending, what.operation, what.content.commentId)
    case 'files':
      return sendFiles(sending)
    case 'watchers':
      return sendWatchers(sending)
    case 'type':
      return tracker.changeType(trackerId, {
        project: project.projectKey,
        type: sentCase.type,
        typeName: project.typeMap[sentCase.type],
      })
    case 'link':
      return sendLink(sending, what.content)
    case 'receive-files':
      return receiveFiles(sending, what.content)
    default:
      return undefined
  }
}

/** Notifies open pages that a message of a case was sent or rejected. */
export async function publishSettled(portal: AppContext, tx: Tx, message: OutboxMessage): Promise<void> {
  const { content } = readMessage(message, trackerMessages)
  const caseId = 'caseId' in content ? content.caseId : undefined
  if (caseId !== undefined) await publishCaseSync(portal, tx, caseId)
}
