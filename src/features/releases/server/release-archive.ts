import { Readable } from 'node:stream'
import { sql } from 'kysely'
import {
  type Downloadable,
  frozenColumns,
  recordDownloads,
  requireOffered,
  type UploadRoom,
} from '#features/uploads/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { contentDisposition } from '#kit/server/files/file-name.ts'
import { requireOwnSite } from '#kit/server/files/send-file.ts'
import { type ZipEntry, zipOf } from '#kit/server/files/zip.ts'
import { refuse } from '#kit/server/refusal.ts'
import type { Call } from '#kit/server/serve/call.ts'
import type { downloadRelease } from '../contract.ts'
import { frozenComponents } from './frozen-components.ts'
import { findRelease } from './stored-release.ts'
import { verificationKit } from './verification-kit.ts'

/**
 * Sends everything of a signed release as one zip, made while it goes out: a folder that verify.sh finds in order. Whether
 * all is there is looked at before the first byte; each file counts as downloaded.
 */
export async function sendArchive(room: UploadRoom, call: Call<typeof downloadRelease>): Promise<unknown> {
  const { request, reply, session, params } = call
  const { db } = room.portal
  requireOwnSite(request)
  const release = await findRelease(db, session, params.id)
  const kit = verificationKit(release, await frozenComponents(db, release.id))
  const files = await filesOf(room, release.id)
  const folder = `release-${release.id}`
  const entries = [
    ...kit.map(
      ({ name, bytes, executable = false }): ZipEntry => ({
        name: `${folder}/${name}`,
        size: bytes.length,
        executable,
        read: () => Readable.from([bytes]),
      }),
    ),
    ...files.map(
      ({ fileName, digest, size }): ZipEntry => ({
        name: `${folder}/${fileName}`,
        size,
        read: () => room.store.read(digest),
      }),
    ),
  ]
  const { bytes, size } = await zipOf(entries, release.createdAt)
  reply.headers({
    'content-type': 'application/zip',
    'content-disposition': contentDisposition('attachment', `${release.name}.zip`),
    'content-length': size,
    'cache-control': 'private, no-store',
  })
  if (request.method === 'HEAD') {
    bytes.destroy()
    return reply.send(Readable.from([]))
  }
  await recordDownloads(room, call, files, `person ${session.personId}`)
  return reply.send(bytes)
}

/** The files of the release, all of them offered and there in full. */
async function filesOf({ portal, store }: UploadRoom, releaseId: number): Promise<Downloadable[]> {
  const { rows } = await sql<Downloadable>`
    select ${frozenColumns} from release_components c join bundle_releases r on r.id = c.release_id join bundles b on b.id = r.bundle_id
    where r.id = ${releaseId} order by c.file_name`.execute(portal.db)
  for (const file of rows) {
    requireOffered(file)
    if ((await store.sizeOf(file.digest)) !== file.size) refuse(kitProblems['temporarily-unavailable'])
  }
  return rows
}
