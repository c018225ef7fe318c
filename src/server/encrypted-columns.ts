import type { EncryptedColumn } from '#kit/server/encrypted-column.ts'
import type { Feature } from '#kit/server/portal.ts'
import { portalKeys } from '#kit/server/portal-key.ts'

/** Every column that stores encrypted values for long. */
export function encryptedColumns(features: readonly Feature[]): readonly EncryptedColumn[] {
  return [portalKeys, ...features.flatMap(({ encryptedColumns }) => encryptedColumns ?? [])]
}
