import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Problem } from '#kit/contract/problem.ts'

/**
 * Every problem that an endpoint can respond with: its own, those of its guard, of validation, of If-Match and of
 * limits.
 */
export function possibleProblems(endpoint: AnyEndpoint): Problem[] {
  const { method, guard, body, media, limit, csv } = endpoint
  const writes = method !== 'GET'
  return [
    kitProblems['validation-failed'],
    ...(guard === 'anyone' ? [] : [kitProblems['sign-in-required'], kitProblems['access-denied']]),
    ...(guard !== 'anyone' && writes && !endpoint.allowedInReadOnlySession ? [kitProblems['read-only-session']] : []),
    ...(endpoint.forbiddenWhileImpersonating ? [kitProblems['not-while-impersonating']] : []),
    ...(writes ? [kitProblems['csrf-check-failed']] : []),
    ...(body ? [kitProblems['body-unreadable']] : []),
    ...(body || media?.consumes ? [kitProblems['payload-too-large'], kitProblems['media-type-unsupported']] : []),
    ...(method === 'PATCH' || method === 'DELETE' ? [kitProblems['version-conflict']] : []),
    ...(method === 'POST' && !media
      ? [kitProblems['idempotency-key-busy'], kitProblems['idempotency-key-reused']]
      : []),
    ...(limit || csv ? [kitProblems['too-many-requests']] : []),
    ...endpoint.problems,
  ]
}
