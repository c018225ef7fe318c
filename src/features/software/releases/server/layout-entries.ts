import { type LayoutFile, storePartCrc } from '#features/software/images/server/index.ts'
import type { UploadContext } from '#features/software/uploads/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { requireDownloadable } from '#kit/server/files/file-scans.ts'
import type { ZipEntry } from '#kit/server/files/zip.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { LAYOUT } from './signing/image-sums.ts'
import { storedChecksums } from './stored-checksums.ts'

/** The files of the images for the zip of a release, all of them downloadable. */
export async function layoutEntries(
  { portal: { db }, store }: UploadContext,
  layout: readonly LayoutFile[],
): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  const blobs = layout.flatMap((file) => ('digest' in file ? [{ digest: file.digest, name: file.name }] : []))
  await requireDownloadable(db, blobs)
  for (const file of layout) {
    const name = `${LAYOUT}/${file.name}`
    if ('bytes' in file) entries.push({ name, bytes: file.bytes })
    else entries.push({ name, digest: file.digest, size: file.size, crc32: file.crc32 ?? (await crcOf(file)) })
  }
  return entries

  async function crcOf({ digest, size }: { digest: string; size: number }): Promise<number> {
    if ((await store.sizeOf(digest)) !== size) throwProblem(kitProblems['temporarily-unavailable'])
    const { crc } = await storedChecksums(store, digest)
    await storePartCrc(db, digest, crc)
    return crc
  }
}
