import { sql } from 'kysely'
import { sentFile } from '#features/support/attachments/server/index.ts'
import { sentSizeSql } from '#features/support/log-triage/server/index.ts'
import { findBlockedFile } from '#kit/server/files/file-scans.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { HttpProblem } from '#kit/server/http-problem.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { sharedItems, storeItem } from './issue-store.ts'
import type { Sending } from './side.ts'

type Attachment = { readonly id: number; readonly filename: string; readonly size: number; readonly digest: string }

/** Brings the files of a case to its issue: those that are missing there are added, those that were deleted here go. */
export async function sendFiles({ portal, connection, tracker, sent, trackerId, isRepeated }: Sending): Promise<void> {
  const { db, config } = portal
  const { rows } = await sql<Attachment>`
    select id, filename, ${sentSizeSql('f.digest', 'f.size')} as size, digest from case_attachments f where case_id = ${sent.id} order by id`.execute(
    db,
  )
  const sharedFiles = (await sharedItems(db, connection, sent.id)).filter(({ kind }) => kind === 'attachment')
  const missing = rows.filter(({ id }) => !sharedFiles.some(({ localId }) => localId === id))
  const there = missing.length > 0 && isRepeated ? await unknownFiles() : []
  for (const file of missing) {
    await requireScanned(file)
    // Files have no marker there: one of that name and size that belongs to no other attachment is this one.
    const at = there.findIndex(({ filename, size }) => filename === file.filename && size === file.size)
    const [fileThere] = at < 0 ? [] : there.splice(at, 1)
    const id = fileThere?.id ?? (await attach(file))
    await storeItem(db, connection, sent.id, {
      kind: 'attachment',
      trackerId: id,
      localId: file.id,
      digest: file.digest,
    })
  }
  for (const item of sharedFiles) {
    if (item.localId === null || rows.some(({ id }) => id === item.localId)) continue
    await tracker.removeFile(item.trackerId)
    await storeItem(db, connection, sent.id, { ...item, localId: null })
  }

  async function unknownFiles() {
    const files = await tracker.files(trackerId)
    return files.filter(({ id }) => !sharedFiles.some((item) => item.trackerId === id))
  }

  async function attach(file: Attachment): Promise<string> {
    // The tracker gets what others read of a file: the copy without secrets, where there were some.
    const { filename, digest } = await sentFile(portal, file).catch(notSent)
    const parts: Buffer[] = []
    for await (const part of fileStoreOf(config).read(digest)) parts.push(part as Buffer)
    return tracker.attach(trackerId, { filename, content: Buffer.concat(parts) })
  }

  function notSent(failure: unknown): never {
    if (!(failure instanceof HttpProblem)) throw failure
    throw new IntegrationError(`${failure.message} It is not sent.`, { fault: 'rejected' })
  }

  async function requireScanned({ filename: name, digest }: Attachment): Promise<void> {
    const blockedFile = await findBlockedFile(db, [{ name, digest }])
    if (!blockedFile) return
    const isMalware = blockedFile.found !== null
    throw new IntegrationError(
      isMalware ? `${name} is quarantined and is not sent.` : `${name} waits for its scan before it is sent.`,
      { fault: isMalware ? 'rejected' : 'failing' },
    )
  }
}
