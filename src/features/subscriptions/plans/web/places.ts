import type { FacetValue } from '#features/accounts/accounts/contract.ts'
import type { Place } from '#kit/web/parts.tsx'

/** A cell of the sheet of plans with the value that is not saved yet. */
export type ChangedCell = {
  readonly plan: { readonly id: string }
  readonly facet: { readonly name: string }
  readonly constraintValue: FacetValue | null
}

/** What changes of the sheet cause when they are saved, beside the sentence that says whom they reach. */
export const sheetEffects: Place<{ cells: readonly ChangedCell[] }> = { name: 'sheet-effects' }
