import { useState } from 'react'
import { type Case, type CaseAction, caseActions } from '../contract.ts'
import type { useText } from './text.ts'

/** A way to move a case, and why not now, if not. */
export type CaseMove = { action: CaseAction; blocked: string | undefined }

/** The moves of a case for whoever looks at it: vendor staff see all four, customers those they may ever make. */
export function movesOf(found: Case, vendor: boolean, t: ReturnType<typeof useText>): CaseMove[] {
  const shown = vendor ? (['resolve', 'close', 'decline', 'activate'] as const) : (['close', 'activate'] as const)
  return shown.map((action) => ({
    action,
    blocked: found.actions.includes(action) ? undefined : t(`blocked.${action}`),
  }))
}

/** The move on the main part of the split button: the chosen one, else the first that is possible. */
export function useChosenMove(moves: readonly CaseMove[]) {
  const [chosen, setChosen] = useState<CaseAction | null>(null)
  const possible = moves.filter(({ blocked }) => blocked === undefined)
  const current = possible.find(({ action }) => action === chosen) ?? possible[0] ?? moves[0]
  return {
    current,
    choose: (id: string) => setChosen(caseActions.find((action) => action === id) ?? null),
  }
}
