import type { ComponentFile, ComponentType } from '#features/software/bundles/contract.ts'
import { allowedEndings, type BundleComponent } from '#features/software/uploads/contract.ts'
import type { UploadItem } from '#features/software/uploads/web/index.ts'

/** A row of a bundle's files: an existing one, an upload of this tab, or what is on its way from elsewhere. */
export type ComponentRow = { readonly key: string; readonly name: string } & (
  | { readonly file: ComponentFile; readonly item?: undefined; readonly open?: undefined }
  | { readonly item: UploadItem; readonly file?: undefined; readonly open?: undefined }
  | { readonly open: BundleComponent; readonly file?: undefined; readonly item?: undefined }
)

/** Whether it is a product or a document; for an upload in progress as the server will classify it. */
export function kindOf({ file, item, open, name }: ComponentRow): ComponentType {
  if (open) return open.type
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (item?.componentType) return item.componentType
  return file?.bundleComponent.componentType ?? (allowedEndings.product.includes(ending) ? 'product' : 'document')
}
