import type { FastifyRequest } from 'fastify'

/** The provider that addresses name when the specification writes them out (part 1 §7). */
export const USUAL = 'okta'

/** The id of the provider that a sign-in's address names. */
export function providerIn(request: FastifyRequest): string {
  return (request.params as { readonly provider?: string }).provider ?? USUAL
}
