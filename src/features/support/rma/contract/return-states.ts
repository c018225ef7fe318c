import { returnStates } from './return.ts'

type ReturnState = (typeof returnStates)[number]

/** The state after this one; undefined after the last. */
export function nextReturnState(state: ReturnState): ReturnState | undefined {
  return returnStates[returnStates.indexOf(state) + 1]
}
