import { sql } from 'kysely'
import { findBlockedFile } from '#kit/server/files/file-scans.ts'
import { fileStoreOf } from '#kit/server/files/file-store.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { sharedItems, storeItem } from './issue-store.ts'
import type { Sending } from './side.ts'

type Attachment = { readonly id: number; readonly filename: string; readonly size: number; readonly digest: string }

/** Brings the files of a case to its issue: those that are missing there are added, those that were deleted here go. */
export async function sendFiles({ portal, connection, tracker, sent, trackerId, isRepeated }: Sending): Promise<void> {
  const { db, config } = portal
  const { rows } = await sql<Attachment>`
    select id, filename, size, digest from case_attachments where case_id = ${sent.id} order by id`.execute(db)
  const shared = (await sharedItems(db, connection, sent.id)).filter(({ kind }) => kind === 'attachment')
  const missing = rows.filter(({ id }) => !shared.some(({ localId }) => localId === id))
  const there = missing.length > 0 && isRepeated ? await unknownFiles() : []
  for (const file of missing) {
    await requireScanned(file)
    // Files have no marker there: one of that name and size that belongs to no other attachment is this one.
    const at = there.findIndex(({ filename, size }) => filename === file.filename && size === file.size)
    const [arrived] = at < 0 ? [] : there.splice(at, 1)
    const id = arrived?.id ?? (await attach(file))
    await storeItem(db, connection, sent.id, {
      kind: 'attachment',
      trackerId: id,
      localId: file.id,
      digest: file.digest,
    })
  }
  for (const item of shared) {
    if (item.localId === null || rows.some(({ id }) => id === item.localId)) continue
    await tracker.removeFile(item.trackerId)
    await storeItem(db, connection, sent.id, { ...item, localId: null })
  }

  async function unknownFiles() {
    const files = await tracker.files(trackerId)
    return files.filter(({ id }) => !shared.some((item) => item.trackerId === id))
  }

  async function attach({ filename, digest }: Attachment): Promise<string> {
    const parts: Buffer[] = []
    for await (const part of fileStoreOf(config).read(digest)) parts.push(part as Buffer)
    return tracker.attach(trackerId, { filename, content: Buffer.concat(parts) })
  }

  async function requireScanned({ filename: name, digest }: Attachment): Promise<void> {
    const blocked = await findBlockedFile(db, [{ name, digest }])
    if (!blocked) return
    const isMalware = blocked.found !== null
    throw new IntegrationError(
      isMalware ? `${name} is quarantined and is not sent.` : `${name} waits for its scan before it is sent.`,
      { fault: isMalware ? 'rejected' : 'failing' },
    )
  }
}
