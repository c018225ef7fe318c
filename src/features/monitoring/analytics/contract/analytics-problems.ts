import { problems } from '#kit/contract/problem.ts'
import en from '../messages/problems.en.json' with { type: 'json' }

export const analyticsProblems = problems(en, {
  'deployment-exists': 409,
  'deployment-limit-reached': 409,
  'deployment-in-use': 409,
  'analytics-account-not-found': 404,
  'analytics-config-not-found': 404,
  'no-analytics-connection': 422,
  'analytics-login-failed': 422,
  'analytics-ops-name-not-found': 422,
  'analytics-information-not-retrieved': 422,
  'download-address-blocked': 422,
  'analytics-query-failed': 422,
  'watermark-not-found': 404,
  'inventory-not-found': 404,
})
