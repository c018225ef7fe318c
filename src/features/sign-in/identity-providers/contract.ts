import { pageTexts } from './texts.ts'

export {
  attemptSteps,
  attemptsChanged,
  manageProviders,
  referenceOf,
  SignInAttempt,
  type SignInIssue,
  type Step,
  signInIssues,
} from './contract/attempt.ts'
export { ClaimMapping, mappedRole } from './contract/claim-mapping.ts'

/** Every text of the sign-in pages, which the server renders itself. */
export const signInTexts = pageTexts
