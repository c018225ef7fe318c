import { useState } from 'react'
import { type CaseAction, caseActions } from '#features/support/case-access/contract.ts'
import type { Case } from '#features/support/cases/contract.ts'
import type { useText } from '../texts.ts'

/** A transition of a case, and why it is not possible now, if so. */
export type CaseMove = { action: CaseAction; blocked: string | undefined }

/** The transitions of a case for the current user: vendor staff see all four, customers those they may ever make. */
export function movesOf(supportCase: Case, vendor: boolean, t: ReturnType<typeof useText>): CaseMove[] {
  const shownActions = vendor
    ? (['resolve', 'close', 'decline', 'activate'] as const)
    : (['close', 'activate'] as const)
  return shownActions.map((action) => ({
    action,
    blocked: supportCase.actions.includes(action) ? undefined : t(`blocked.${action}`),
  }))
}

/** The transition on the main part of the split button: the chosen one, else the first that is possible. */
export function useChosenMove(moves: readonly CaseMove[]) {
  const [chosenAction, setChosenAction] = useState<CaseAction | null>(null)
  const possible = moves.filter(({ blocked }) => blocked === undefined)
  const current = possible.find(({ action }) => action === chosenAction) ?? possible[0] ?? moves[0]
  return {
    current,
    choose: (id: string) => setChosenAction(caseActions.find((action) => action === id) ?? null),
  }
}
