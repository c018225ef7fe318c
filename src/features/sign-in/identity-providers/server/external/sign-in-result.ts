import type { SignInIssue } from '../../contract.ts'
import type { AttemptStep, Values } from '../attempts/attempt-log.ts'

/** The columns of a user that sign-in reads. */
export const userColumns = ['id', 'email', 'full_name', 'state', 'state_before'] as const

/** A user as sign-in reads them. */
export type RecognisedUser = {
  readonly id: number
  readonly email: string
  readonly full_name: string
  readonly state: string
  readonly state_before: string | null
}

/** A user whom the provider has authenticated and who may sign in, with remarks; or why they may not. */
export type SignInResult =
  | { readonly user: RecognisedUser; readonly remarks: readonly AttemptStep[] }
  | { readonly rejected: SignInIssue; readonly values?: Values; readonly userId?: number }

/** Only active users, and candidates for deletion who were active, can sign in (decisions 2.6). */
export function maySignIn({ state, state_before }: Pick<RecognisedUser, 'state' | 'state_before'>): boolean {
  return state === 'active' || (state === 'candidateForDeletion' && state_before === 'active')
}
