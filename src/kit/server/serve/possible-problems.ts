import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Problem } from '#kit/contract/problem.ts'

/** Every problem that an endpoint can respond with: its own, those of its limit, and those of its kind. */
export function possibleProblems(endpoint: AnyEndpoint): Problem[] {
  return [...generalProblems(endpoint), ...ownProblems(endpoint)]
}

/** Those that the endpoint declares, by a limit too. */
export function ownProblems({ limit, csv, problems }: AnyEndpoint): Problem[] {
  return [...(limit || csv ? [kitProblems['too-many-requests']] : []), ...problems]
}

/** Those of all endpoints of its kind: of the guard, of validation, of If-Match and of Idempotency-Key. */
export function generalProblems(endpoint: AnyEndpoint): Problem[] {
  const { method, guard, body, media } = endpoint
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
  ]
}
