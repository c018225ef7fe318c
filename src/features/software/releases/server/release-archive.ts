import { sql } from 'kysely'
import {
  type Downloadable,
  frozenColumns,
  recordDownloads,
  requireNotWithdrawn,
  type UploadContext,
} from '#features/software/uploads/server/index.ts'
import { contentDisposition } from '#kit/server/files/file-name.ts'
import { requireDownloadable } from '#kit/server/files/file-scans.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { sendBytes } from '#kit/server/files/send-bytes.ts'
import { requireOwnSite } from '#kit/server/files/send-file.ts'
import { type ZipEntry, zipOf } from '#kit/server/files/zip.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import type { downloadRelease } from '../contract.ts'
import { frozenComponents } from './frozen-components.ts'
import { computeMissingChecksum } from './stored-checksums.ts'
import { findRelease } from './stored-release.ts'
import { verificationKit } from './verification-kit.ts'

/**
 * Sends everything of a signed release as one zip, or the rest of it to a client that resumes: a folder that verify.sh
 * accepts. Completeness is checked before the first byte; each file counts as downloaded.
 */
export async function sendArchive(
  context: UploadContext,
  call: RequestContext<typeof downloadRelease>,
): Promise<unknown> {
  const { request, session, params } = call
  const { db } = context.portal
  requireOwnSite(request)
  const release = await findRelease(db, session, params.id)
  const kit = verificationKit(release, await frozenComponents(db, release.id))
  const files = await filesOf(context, release.id)
  const entries = [...kit, ...files.map(({ fileName: name, ...file }) => ({ name, ...file }))]
  const folder = `release-${release.id}`
  const inFolder = entries.map((entry): ZipEntry => ({ ...entry, name: `${folder}/${entry.name}` }))
  return sendBytes(
    call,
    {
      ...zipOf(context.store, inFolder, release.createdAt),
      headers: {
        'content-type': 'application/zip',
        'content-disposition': contentDisposition('attachment', `${release.name}.zip`),
        'cache-control': 'private, no-cache',
      },
      isThere: () => areThere(context.store, files),
    },
    {
      begin: () => recordDownloads(context, call, files, `person ${session.userId}`),
    },
  )
}

type ArchivedFile = Downloadable & { readonly crc32: number }

/** The files of the release, all of them downloadable. */
async function filesOf({ portal, store }: UploadContext, releaseId: number): Promise<ArchivedFile[]> {
  const { rows } = await sql<Downloadable & { crc32: number | null }>`
    select ${frozenColumns}, c.crc32 from release_components c join bundle_releases r on r.id = c.release_id join bundles b on b.id = r.bundle_id
    where r.id = ${releaseId} and c.image is null order by c.file_name`.execute(portal.db)
  for (const file of rows) requireNotWithdrawn(file)
  await requireDownloadable(portal.db, rows.map(toBeGiven))
  const files: ArchivedFile[] = []
  for (const file of rows)
    files.push({ ...file, crc32: file.crc32 ?? (await computeMissingChecksum(portal.db, store, file)) })
  return files
}

function toBeGiven({ digest, fileName: name }: Downloadable) {
  return { digest, name }
}

async function areThere(store: FileStore, files: readonly Downloadable[]): Promise<boolean> {
  const sizes = await Promise.all(files.map(({ digest }) => store.sizeOf(digest)))
  return files.every(({ size }, place) => sizes[place] === size)
}
