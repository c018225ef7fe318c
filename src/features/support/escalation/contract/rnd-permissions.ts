import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

/** Read R&D issues and R&D texts: vendor staff alone. */
export const readRnd = permission('rnd:read', everyVendorRole)
/** Work on R&D issues: status, fix bundle, R&D texts. */
export const workOnRnd = permission('rnd:work', roles('HARMONIC_RND', 'ADMIN'))

export const rndProblems = problems(en.problems, {
  'rnd-issue-not-found': 404,
  'rnd-project-missing': 409,
  'escalate-first': 409,
  'case-already-escalated': 409,
  'case-not-open': 409,
})
