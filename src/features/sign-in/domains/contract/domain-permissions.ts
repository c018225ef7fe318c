import { assigned, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The allowed lists of accounts. */
export const manageAllowed = permission(
  'domain-list:manage-allowed',
  roles('ADMIN', 'HARMONIC_MANAGER'),
  assigned('HARMONIC_CSM'),
)
/** The one list of forbidden domains. */
export const manageForbidden = permission('domain-list:manage', roles('ADMIN', 'HARMONIC_MANAGER'))

/** Allow a domain where anyone can get an address (a free mail service). */
export const confirmFreeMail = permission('domain-list:confirm-free-mail', roles('ADMIN'))

export const domainProblems = problems(en.problems, {
  'domain-invalid': 400,
  'domain-listed': 409,
  'domain-not-listed': 404,
  'domain-public-suffix': 422,
  'domain-free-mail': 409,
  'domain-forbidden': 403,
  'domain-not-allowed': 403,
  'proof-not-asked': 404,
})
