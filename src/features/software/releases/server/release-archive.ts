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
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { downloadRelease } from '../contract.ts'
import { frozenComponents } from './frozen-components.ts'
import { signedLayout } from './frozen-layout.ts'
import { layoutEntries } from './layout-entries.ts'
import { computeMissingChecksum } from './stored-checksums.ts'
import { findRelease } from './stored-release.ts'
import { verificationKit } from './verification-kit.ts'

/**
 * Sends everything of a signed release as one zip, or the rest of it to a client that resumes: a folder that verify.sh
 * accepts. Completeness is checked before the first byte; each file and image counts as downloaded.
 */
export async function sendArchive(
  context: UploadContext,
  call: RequestContext<typeof downloadRelease>,
): Promise<unknown> {
  const { request, session, params } = call
  const { db } = context.portal
  requireOwnSite(request)
  const release = await findRelease(db, session, params.id)
  const components = await frozenComponents(db, release.id)
  const layout = await signedLayout(db, release, components)
  const givenFiles = await givenComponents(context, release.id)
  const files = await withChecksums(context, givenFiles)
  const images = layout.length > 0 ? givenFiles.filter(({ isImage }) => isImage) : []
  const entries = [
    ...verificationKit(release, components, layout),
    ...files.map(({ fileName: name, ...file }) => ({ name, ...file })),
    ...(await layoutEntries(context, layout)),
  ]
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
      isThere: () => areThere(context.store, entries),
    },
    {
      begin: () =>
        inTransaction(context.portal.db, (tx) =>
          recordDownloads(tx, call.request, [...files, ...images], `person ${session.userId}`),
        ),
    },
  )
}

type ArchiveFile = Downloadable & { readonly crc32: number | null; readonly isImage: boolean }

/** The files and images of the release, all of them downloadable. */
async function givenComponents({ portal }: UploadContext, releaseId: number): Promise<ArchiveFile[]> {
  const { rows } = await sql<ArchiveFile>`
    select ${frozenColumns}, c.crc32, c.image is not null as "isImage"
    from release_components c join bundle_releases r on r.id = c.release_id join bundles b on b.id = r.bundle_id
    where r.id = ${releaseId} order by c.file_name`.execute(portal.db)
  for (const one of rows) requireNotWithdrawn(one)
  await requireDownloadable(
    portal.db,
    rows.map(({ digest, fileName: name }) => ({ digest, name })),
  )
  return rows
}

async function withChecksums({ portal, store }: UploadContext, givenFiles: readonly ArchiveFile[]) {
  const files: (ArchiveFile & { readonly crc32: number })[] = []
  for (const file of givenFiles)
    if (!file.isImage)
      files.push({ ...file, crc32: file.crc32 ?? (await computeMissingChecksum(portal.db, store, file)) })
  return files
}

async function areThere(store: FileStore, entries: readonly ZipEntry[]): Promise<boolean> {
  for (const entry of entries) if ('digest' in entry && (await store.sizeOf(entry.digest)) !== entry.size) return false
  return true
}
