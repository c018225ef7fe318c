import { problems } from '#kit/contract/problem.ts'
import en from '../messages/en.json' with { type: 'json' }

export const scimProblems = problems(en, {
  'scim-token-invalid': 401,
  'scim-provider-disabled': 403,
  'scim-user-not-found': 404,
  'scim-user-exists': 409,
  'scim-domain-not-routed': 400,
  'scim-credentials-elsewhere': 409,
  'scim-value-invalid': 400,
  'scim-filter-invalid': 400,
  'scim-path-invalid': 400,
  'scim-target-missing': 400,
  'scim-no-such-schema': 404,
})
