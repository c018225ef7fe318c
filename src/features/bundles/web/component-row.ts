import type { UploadItem } from '#features/uploads/web/index.ts'
import type { ComponentFile } from '../contract.ts'

/** A row of a bundle's files: one that is there, or one on its way. */
export type ComponentRow = { readonly key: string; readonly name: string } & (
  | { readonly file: ComponentFile; readonly item?: undefined }
  | { readonly item: UploadItem; readonly file?: undefined }
)
