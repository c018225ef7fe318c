import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

/** See, create, rotate and revoke the credentials with which an account pulls its images. */
export const manageRegistryAccess = permission(
  'registry:credentials',
  roles('MANAGER', 'USER', 'ADMIN', 'RELMGR', 'HARMONIC_TAC_MANAGER'),
)

export const registryProblems = problems(en.problems, {
  'registry-credential-not-found': 404,
  'registry-credential-exists': 409,
  'registry-credential-revoked': 409,
  'registry-credential-missing': 404,
  'registry-access-denied': 401,
  'image-not-found': 404,
})
