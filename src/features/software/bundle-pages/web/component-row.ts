import type { ComponentFile, ComponentType } from '#features/software/bundles/contract.ts'
import { allowedEndings } from '#features/software/uploads/contract.ts'
import type { UploadItem } from '#features/software/uploads/web/index.ts'

/** A row of a bundle's files: an existing one, or an upload in progress. */
export type ComponentRow = { readonly key: string; readonly name: string } & (
  | { readonly file: ComponentFile; readonly item?: undefined }
  | { readonly item: UploadItem; readonly file?: undefined }
)

/** Whether it is a product or a document; for an upload in progress as the server will classify it. */
export function kindOf({ file, item, name }: ComponentRow): ComponentType {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (item?.componentType) return item.componentType
  return file?.bundleComponent.componentType ?? (allowedEndings.product.includes(ending) ? 'product' : 'document')
}
