import type { CaseView } from './case-views.ts'

/** The position of a case in a list, and how to move on from it. */
export type CaseListPosition = {
  position: { index: number; total: number; view: CaseView } | null
  step: (by: 1 | -1) => (() => void) | null
  close: () => void
  /** The list's address. */
  back: string
}
