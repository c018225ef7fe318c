import type { Place } from '#kit/web/parts.tsx'
import type { CellChange } from './sheet-changes.ts'

/** Beside the number of changes that are not saved: what they reach. */
export const sheetEffect: Place<{ changes: readonly CellChange[] }> = { name: 'plan-sheet-effect' }
