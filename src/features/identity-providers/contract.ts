import en from './messages/en.json' with { type: 'json' }

export {
  Attempt,
  attemptSteps,
  attemptsChanged,
  type Finding,
  findings,
  manageProviders,
  referenceOf,
  type Step,
} from './contract/attempt.ts'
export { ClaimMapping, type MappedRole, mappedRole } from './contract/claim-mapping.ts'

/** Every text of the sign-in pages, which the server writes itself. */
export const signInTexts = en
