import type * as z from 'zod/mini'
import { listComponentFiles, readBundle } from '#features/software/bundles/contract.ts'
import { listBundleComponents, reserveUpload } from '#features/software/uploads/contract.ts'
import { call } from '#kit/web/data/call.ts'
import { refresh } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { uploadContainers } from '../contract.ts'
import { nameOfPath, type PickedImage } from './in-bundle.ts'

/** Has the server fetch a reserved file, with its progress shown. */
export type FetchFile = (
  source: { readonly sourceType: 'VENDOR_FILE'; readonly path: string },
  reservedUpload: z.output<(typeof reserveUpload)['reply']>,
) => void

/** Adds images, all or none, then ISO files of the vendor's area; false, with the error shown, when one is rejected. */
export async function addPicked(
  selection: {
    readonly bundleId: string
    readonly product: string
    readonly branch: string
    readonly version: string
    readonly images: readonly PickedImage[]
    readonly isos: readonly string[]
  },
  fetchFile: FetchFile,
  titleOf: (count: number) => string,
): Promise<boolean> {
  const { bundleId, product, branch, version, images, isos } = selection
  const containers = images.map(({ containerName, tag, url }) => ({
    ...{ product, branch, version, tag, containerName },
    sourceImageUrl: url,
  }))
  try {
    if (containers.length > 0) await call(uploadContainers, { params: { bundleId }, body: { containers } })
    for (const path of isos) {
      const source = { sourceType: 'VENDOR_FILE', path } as const
      const body = { bundleId, fileName: nameOfPath(path), componentType: 'product' as const, ...source }
      fetchFile(source, await call(reserveUpload, { body }))
    }
    toast({ title: titleOf(images.length + isos.length) })
    return true
  } catch (error) {
    showError(error)
    return false
  } finally {
    await refresh(listBundleComponents, listComponentFiles, readBundle)
  }
}
