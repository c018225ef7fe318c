import { sql } from 'kysely'
import { enqueueConnectionMessage } from '#features/platform/connections/server/index.ts'
import { attachFromOutside } from '#features/support/attachments/server/index.ts'
import { lockCaseById, type StoredCase } from '#features/support/case-access/server/index.ts'
import { readableReading, sentSizeSql } from '#features/support/log-triage/server/index.ts'
import { ATTACHMENT_LIMIT } from '#kit/contract/attachment-files.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { storeSentFile, type Upload } from '#kit/server/files/receive-upload.ts'
import { HttpProblem, throwProblem } from '#kit/server/http-problem.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { sharedItems, storeItem } from './issue-store.ts'
import { portalUser } from './portal-user.ts'
import { marks, type Reading, type Sending } from './side.ts'
import type { TrackerFile, TrackerIssue } from './tracker.ts'
import { trackerMessages } from './tracker-messages.ts'

const { operation: OPERATION } = trackerMessages['receive-files']
type OwnFile = { readonly id: number; readonly filename: string; readonly size: number }

/** Enqueues the files of an issue that the portal does not have; those that were given up are not requested again. */
export async function requestFiles(
  tx: Tx,
  { connection, isImport }: Reading,
  { id, key }: Pick<StoredCase, 'id' | 'key'>,
  { files }: TrackerIssue,
): Promise<void> {
  if (files.length === 0) return
  const missingFiles = await unknownFiles(tx, { connection, caseId: id }, files)
  if (missingFiles.length === 0) return
  const { rows } = await sql<{ fileId: string }>`
    select jsonb_array_elements_text(content->'fileIds') as "fileId" from outbox
    where connection = ${connection} and subject = ${`${connection} ${key}`} and operation = ${OPERATION} and state in ('WAITING','FAILED','DROPPED')`.execute(
    tx,
  )
  const fileIds = missingFiles.map((file) => file.id).filter((fileId) => !rows.some((row) => row.fileId === fileId))
  if (fileIds.length === 0) return
  const content = { caseId: id, fileIds, ...(isImport ? { imported: true } : {}) }
  await enqueueConnectionMessage(tx, connection, trackerMessages['receive-files'], { subject: key, content })
}

/**
 * Attaches files of the issue to the case by the rules of uploads: kind, size, storage of the account, scan, secrets of
 * logs. Those that may not be attached stay in the tracker, and the message says why.
 */
export async function receiveFiles(
  sending: Sending,
  { fileIds, imported = false }: { fileIds: readonly string[]; imported?: boolean | undefined },
): Promise<void> {
  const { portal, connection, tracker, sent: sentCase, trackerId } = sending
  const there = (await tracker.files(trackerId)).filter(({ id }) => fileIds.includes(id))
  const rejections: string[] = []
  for (const file of await unknownFiles(portal.db, { connection, caseId: sentCase.id }, there)) {
    // Customers read every file of a case.
    if (file.internal) await storeItem(portal.db, connection, sentCase.id, { ...itemOf(file), localId: null })
    else await receive(sending, file, imported).catch((failure: unknown) => rejections.push(reasonOf(failure)))
  }
  if (rejections.length > 0)
    throw new IntegrationError(`Not attached, and still in the tracker: ${rejections.join(' ')}`, { fault: 'rejected' })
}

async function receive(sending: Sending, file: TrackerFile, isImport: boolean): Promise<void> {
  const { portal, connection, tracker, sent: sentCase, project } = sending
  if (file.size > ATTACHMENT_LIMIT)
    throwProblem(kitProblems['attachment-too-large'], { name: file.filename, limit: ATTACHMENT_LIMIT })
  const bytes = Buffer.from(await tracker.download(file))
  const upload: Upload = await storeSentFile(bytes, file.filename, fileStoreOf(portal.config))
  await readableReading(portal, upload)
  await inTransaction(portal.db, async (tx) => {
    const storedCase = await lockCaseById(tx, sentCase.id)
    if (!storedCase) return
    const { id, outsideName, eventName } = await portalUser(tx, project, file.author)
    const newFile = { upload, author: { id, outsideName }, eventName, marks: marks({ ...sending, isImport }) }
    const localId = await attachFromOutside(tx, storedCase, newFile, portal.config)
    await storeItem(tx, connection, sentCase.id, { ...itemOf(file), localId, digest: upload.digest })
  })
}

/** Files that both sides do not have: neither received before, nor an own one whose arrival was not recorded yet. */
async function unknownFiles(
  db: Database | Tx,
  { connection, caseId }: { connection: string; caseId: number },
  files: readonly TrackerFile[],
): Promise<TrackerFile[]> {
  const sharedFiles = (await sharedItems(db, connection, caseId)).filter(({ kind }) => kind === 'attachment')
  // A file that was withheld as internal is read again once it is not.
  const isKnown = ({ id, internal }: TrackerFile) =>
    sharedFiles.some((item) => item.trackerId === id && (internal || item.localId !== null || item.digest !== null))
  const missingFiles = files.filter((file) => !isKnown(file))
  if (missingFiles.length === 0) return []
  const { rows } = await sql<OwnFile>`
    select id, filename, ${sentSizeSql('f.digest', 'f.size')} as size from case_attachments f where case_id = ${caseId}`.execute(
    db,
  )
  const sending = rows.filter(({ id }) => !sharedFiles.some(({ localId }) => localId === id))
  return missingFiles.filter(
    ({ filename, size }) => !sending.some((own) => own.filename === filename && own.size === size),
  )
}

function itemOf({ id }: TrackerFile) {
  return { kind: 'attachment', trackerId: id, digest: null } as const
}

function reasonOf(failure: unknown): string {
  if (failure instanceof HttpProblem) return failure.message
  throw failure
}
