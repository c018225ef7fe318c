import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Problem } from '#kit/contract/problem.ts'
import type { JsonSchema } from './described-schemas.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that is no endpoint: the name of its described operation. */
    operation?: string
  }
  interface FastifyRequest {
    /** Of a route that serves several operations under one wildcard path: the name of the operation that was called. */
    operation?: string | undefined
  }
}

/** Part of the OpenAPI document that is written by hand. A schema with a `title` is a component of that name. */
type OpenApiPart = Readonly<Record<string, unknown>>

/**
 * An operation that is no endpoint of ours, because a standard or an outside system decides its paths and errors: as
 * the API description shows it.
 */
export type DescribedOperation = {
  /** Unique among all endpoints and operations. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT'
  /** With `{name}` for each parameter. */
  readonly url: string
  readonly tag: string
  readonly summary: string
  /** Who may call it, and how it is authenticated. */
  readonly description: string
  /** Empty where neither a session nor an API token is checked. */
  readonly security?: readonly []
  readonly parameters: readonly OpenApiPart[]
  readonly requestBody?: OpenApiPart
  readonly responses: Readonly<Record<string, OpenApiPart>>
}

/** The operation as the API description has it. */
export function describeOperation({ name, method: _, url: __, tag, ...described }: DescribedOperation): JsonSchema {
  return { operationId: name, tags: [tag], ...described }
}

/** One response a status, with the problem document; its description names the codes. */
export function problemResponses(problems: readonly Problem[]): Record<string, OpenApiPart> {
  const codes = new Map<number, Set<string>>()
  for (const { status, code } of problems) codes.set(status, (codes.get(status) ?? new Set()).add(code))
  return Object.fromEntries(
    [...codes].map(([status, names]) => [
      status,
      {
        description: [...names].map((name) => `\`${name}\``).join(', '),
        ...(status === 429 ? { headers: retryAfter } : {}),
        content: problemBody,
      },
    ]),
  )
}

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
/** The problem document. */
export const problemBody = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

/** The same for problems of every feature, by their codes. */
export function describedProblems(...codes: (keyof typeof kitProblems)[]): Record<string, OpenApiPart> {
  return problemResponses(codes.map((code) => kitProblems[code]))
}
