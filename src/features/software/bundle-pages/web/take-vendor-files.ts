import { listComponentFiles, readBundle } from '#features/software/bundles/contract.ts'
import { listBundleComponents, reserveUpload, type VendorFile } from '#features/software/uploads/contract.ts'
import { uploads } from '#features/software/uploads/web/index.ts'
import { call } from '#kit/web/data/call.ts'
import { refresh } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { toast } from '#kit/web/notices/toast.ts'

/** The name in a bundle of a file of the vendor's area: the last part of its path. */
export function nameOfPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Has the server take these files into the bundle; returns those that it rejects, with the errors shown. */
export async function takeVendorFiles(
  bundleId: string,
  files: readonly VendorFile[],
  titleOf: (count: number) => string,
): Promise<readonly VendorFile[]> {
  const rejectedFiles: VendorFile[] = []
  for (const file of files) {
    const source = { sourceType: 'VENDOR_FILE', path: file.path } as const
    try {
      const body = { bundleId, fileName: nameOfPath(file.path), ...source }
      uploads.fetch(source, await call(reserveUpload, { body }))
    } catch (error) {
      rejectedFiles.push(file)
      showError(error)
    }
  }
  const count = files.length - rejectedFiles.length
  if (count > 0) toast({ title: titleOf(count) })
  void refresh(listBundleComponents, listComponentFiles, readBundle)
  return rejectedFiles
}
