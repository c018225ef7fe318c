import { sql } from 'kysely'
import { loadPermissions } from '#features/access/sessions/server/index.ts'
import { attachToCase } from '#features/support/attachments/server/index.ts'
import { lockedCase, type StoredCase } from '#features/support/case-access/server/index.ts'
import type { ReplyToken } from '#features/support/case-notifications/server/index.ts'
import { commentOnCase } from '#features/support/comments/server/index.ts'
import { readableReading } from '#features/support/log-triage/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { storeSentFile, type Upload } from '#kit/server/files/receive-upload.ts'
import { HttpProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { Session } from '#kit/server/session.ts'
import type { ReceivedMail, RejectionReason } from '../contract.ts'
import type { Authentication } from './authentication-results.ts'
import { notifyOfDroppedFiles } from './notify-sender.ts'
import type { ReadMail } from './read-mail.ts'
import { completeTaken, insertTaken, type MailRecord } from './received-mail-store.ts'

const FILES = 10
const MINUTE_MS = 60_000

/** A reply that may become a comment: everything that does not depend on the case was checked. */
export type Reply = {
  readonly mail: ReadMail
  readonly record: MailRecord
  readonly authentication: Authentication
  readonly token: ReplyToken
}

/**
 * Makes a reply a comment that both sides read, with its files, in one transaction, with the permissions that the user
 * has now. Returns the reason where it cannot be one.
 */
export async function takeReply(portal: AppContext, store: FileStore, reply: Reply): Promise<RejectionReason | null> {
  const { mail, token } = reply
  const session = await sessionOf(portal.db, token.userId)
  if (!session) return 'NO_ACCESS'
  if (session.actor.username.toLowerCase() !== mail.sender) return 'OTHER_SENDER'
  const { files, dropped } = await storeFiles(portal, store, mail.files)
  try {
    return await inTransaction(portal.db, (tx) => comment(portal, tx, session, reply, { files, dropped: [...dropped] }))
  } catch (failure) {
    // The case is not found, or the user may not comment on it.
    if (failure instanceof HttpProblem && [403, 404].includes(failure.problem.status)) return 'NO_ACCESS'
    throw failure
  }
}

type Files = { readonly files: readonly Upload[]; readonly dropped: ReceivedMail['droppedFiles'] }

async function comment(
  portal: AppContext,
  tx: Tx,
  session: Session,
  { mail, record, authentication, token }: Reply,
  { files, dropped }: Files,
): Promise<RejectionReason | null> {
  const stored = await caseOf(tx, session, token.caseId)
  if (!stored) return 'NO_ACCESS'
  const id = await insertTaken(tx, { ...record, ...token })
  if (id === undefined) return 'DUPLICATE'
  const call = {
    tx,
    session,
    record: (kind, fact) => recordEvent(tx, kind, { userId: session.userId, userName: session.actor.fullName }, fact),
  } satisfies Pick<CommandContext<unknown>, 'tx' | 'session' | 'record'>
  const { dkim, spf } = authentication
  const commentId = await commentOnCase(call, stored, mail.text, { byMail: { dkim, spf } })
  for (const file of files) {
    await sql`savepoint file`.execute(tx)
    try {
      await attachToCase(call, stored, file, portal.config)
    } catch (failure) {
      if (!(failure instanceof HttpProblem)) throw failure
      await sql`rollback to savepoint file`.execute(tx)
      dropped.push({ filename: file.filename, problem: failure.problem.code })
    }
  }
  await completeTaken(tx, id, { commentId, dropped })
  if (dropped.length > 0) await notifyOfDroppedFiles(portal, tx, mail, { key: stored.key, dropped })
  return null
}

/** An internal case has no customer side, where the comment of a reply belongs. */
async function caseOf(tx: Tx, session: Session, id: number): Promise<StoredCase | undefined> {
  const found = await tx.selectFrom('cases').select(['key', 'internal']).where('id', '=', id).executeTakeFirst()
  return found && !found.internal ? lockedCase(tx, session, found.key) : undefined
}

async function storeFiles(portal: AppContext, store: FileStore, given: ReadMail['files']): Promise<Files> {
  const files: Upload[] = []
  const dropped: { filename: string; problem: string }[] = []
  for (const { filename, content } of given) {
    try {
      if (files.length >= FILES) dropped.push({ filename, problem: 'too-many-files' })
      else {
        const file = await storeSentFile(content, filename, store)
        await readableReading(portal, file)
        files.push(file)
      }
    } catch (failure) {
      if (!(failure instanceof HttpProblem)) throw failure
      dropped.push({ filename: filename.slice(0, 200), problem: failure.problem.code })
    }
  }
  return { files, dropped }
}

/** The user with the permissions of this moment; null for one who may no longer work. */
async function sessionOf(db: Database, userId: number): Promise<Session | null> {
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
