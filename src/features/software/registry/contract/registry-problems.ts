import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const registryProblems = problems(en.problems, {
  'registry-credential-not-found': 404,
  'registry-credential-exists': 409,
  'registry-credential-revoked': 409,
  'registry-credential-missing': 404,
  'registry-access-denied': 401,
  'registry-credential-without-maker': 403,
  'image-not-found': 404,
  'registry-not-connected': 404,
})
