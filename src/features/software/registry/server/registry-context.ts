import type { UploadContext } from '#features/software/uploads/server/index.ts'
import type { RegistrySecrets } from './credential-secrets.ts'

/** What the distribution API works with. */
export type RegistryContext = { readonly context: UploadContext; readonly secrets: RegistrySecrets }
