import type { Feature } from '#kit/server/portal.ts'
import { portalKeys } from '#kit/server/portal-key.ts'
import type { SealedColumn } from '#kit/server/sealed-column.ts'

/** Every column in which something is kept sealed for long. */
export function sealedColumns(features: readonly Feature[]): readonly SealedColumn[] {
  return [portalKeys, ...features.flatMap(({ sealed }) => sealed ?? [])]
}
