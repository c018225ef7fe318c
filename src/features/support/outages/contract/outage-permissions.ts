import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

/** Change the fields and the timeline of an outage. */
export const editOutages = permission('outage:edit', roles('HARMONIC_NOC', 'HARMONIC_TAC_MANAGER', 'ADMIN'))

export const outageProblems = problems(en.problems, {
  'outage-not-found': 404,
  'conversion-running': 409,
  'already-an-outage': 409,
  'case-not-convertible': 409,
})
