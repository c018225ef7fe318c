import { allowedEndings } from '#features/software/uploads/contract.ts'
import type { UploadItem } from '#features/software/uploads/web/index.ts'
import type { ComponentFile, ComponentType } from '../contract.ts'

/** A row of a bundle's files: one that is there, or one on its way. */
export type ComponentRow = { readonly key: string; readonly name: string } & (
  | { readonly file: ComponentFile; readonly item?: undefined }
  | { readonly item: UploadItem; readonly file?: undefined }
)

/** Whether it is a product or a document; of one on its way as the server will take it. */
export function kindOf({ file, name }: ComponentRow): ComponentType {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return file?.bundleComponent.componentType ?? (allowedEndings.product.includes(ending) ? 'product' : 'document')
}
