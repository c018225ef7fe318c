import { loadPermissions } from '#features/access/sessions/server/index.ts'
import { keepOriginal, storeMail } from '#features/platform/mail/server/index.ts'
import { lockedCase, type StoredCase } from '#features/support/case-access/server/index.ts'
import type { ReplyToken } from '#features/support/case-notifications/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { HttpProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { Session } from '#kit/server/session.ts'
import type { RejectionReason } from '../contract.ts'
import { type DroppedFile, type ReplyFiles, storeFiles } from './attach-files.ts'
import type { MailContent } from './mail-content.ts'
import { findOwnText } from './mail-work.ts'
import { notifyOfDroppedFiles } from './notify-sender.ts'
import { completeTaken, insertTaken, type MailRecord } from './received-mail-store.ts'
import { sentTo } from './what-was-sent.ts'
import { NothingLeft, writeReply } from './write-reply.ts'

/** Letters of a comment. */
export const LONGEST = 32_767
const MINUTE_MS = 60_000

/** A reply that may become a comment: everything that does not depend on its content and the case was checked. */
export type Reply = {
  readonly record: MailRecord
  readonly raw: Buffer
  readonly content: MailContent
  readonly token: ReplyToken
}

/** Why a reply is no comment, and which of its files would not have been kept. */
export type Rejection = { readonly reason: RejectionReason; readonly dropped?: readonly DroppedFile[] }

/**
 * Makes a reply a comment that both sides read, with its files and its original, in one transaction, with the
 * permissions that the user has now. Returns the reason where it cannot be one.
 */
export async function takeReply(portal: AppContext, store: FileStore, reply: Reply): Promise<Rejection | null> {
  const { record, raw, content, token } = reply
  const session = await sessionOf(portal.db, token.userId)
  if (!session) return { reason: 'NO_ACCESS' }
  if (session.actor.username.toLowerCase() !== record.sender) return { reason: 'OTHER_SENDER' }
  const own = await findOwnText(content.text, await sentTo(portal, token, content.text))
  if (!own) return { reason: 'UNREADABLE' }
  const reason = reasonOf(content, own.text)
  if (reason) return { reason }
  const files = await storeFiles(portal, store, content.files)
  const file = await storeMail(raw, store)
  try {
    return await inTransaction(portal.db, async (tx) => {
      const storedCase = await caseOf(tx, session, token.caseId)
      if (!storedCase) return { reason: 'NO_ACCESS' }
      const id = await insertTaken(tx, record)
      if (id === undefined) return { reason: 'DUPLICATE' }
      const originalId = await keepOriginal(tx, { userId: session.userId, text: content.text, file }, portal.config)
      await take(portal, tx, { session, stored: storedCase, record, id, own, originalId }, files)
      return null
    })
  } catch (failure) {
    if (failure instanceof NothingLeft) return { reason: 'EMPTY', dropped: failure.dropped }
    // The case is not found, or the user may not comment on it.
    if (failure instanceof HttpProblem && [403, 404].includes(failure.problem.status)) return { reason: 'NO_ACCESS' }
    throw failure
  }
}

type Taking = {
  readonly session: Session
  readonly stored: StoredCase
  readonly record: MailRecord
  readonly id: number
  readonly own: { readonly text: string; readonly isCut: boolean }
  readonly originalId: number
}

async function take(portal: AppContext, tx: Tx, taking: Taking, files: ReplyFiles): Promise<void> {
  const { session, stored: storedCase, record, id, own, originalId } = taking
  const call: Parameters<typeof writeReply>[1] = {
    tx,
    session,
    record: (kind, fact) => recordEvent(tx, kind, { userId: session.userId, userName: session.actor.fullName }, fact),
  }
  const { dkim = null, spf = null } = record
  const mail = { originalId, isCut: own.isCut }
  const reply = await writeReply(portal, call, storedCase, {
    text: own.text,
    files,
    by: { mail, marks: { byMail: { dkim, spf } } },
  })
  await completeTaken(tx, id, reply)
  if (reply.dropped.length > 0)
    await notifyOfDroppedFiles(portal, tx, record, { key: storedCase.key, dropped: reply.dropped })
}

function reasonOf({ text, files, lack }: MailContent, own: string): RejectionReason | undefined {
  if (own.length > LONGEST || lack === 'TOO_LONG') return 'TOO_LONG'
  if (text === '' && lack) return lack
  return own === '' && files.length === 0 ? 'EMPTY' : undefined
}

/** An internal case has no customer side, where the comment of a reply belongs. */
export async function caseOf(tx: Tx, session: Session, id: number): Promise<StoredCase | undefined> {
  const caseRow = await tx.selectFrom('cases').select(['key', 'internal']).where('id', '=', id).executeTakeFirst()
  return caseRow && !caseRow.internal ? lockedCase(tx, session, caseRow.key) : undefined
}

/** The user with the permissions of this moment; null for one who may no longer work. */
export async function sessionOf(db: Database | Tx, userId: number): Promise<Session | null> {
  const permissions = await loadPermissions(db, userId)
  const now = new Date()
  return (
    permissions && {
      userId,
      ...permissions,
      readOnly: false,
      authenticatedAt: now,
      expiresAt: new Date(now.getTime() + MINUTE_MS),
    }
  )
}
