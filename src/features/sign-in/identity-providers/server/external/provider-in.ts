import type { FastifyRequest } from 'fastify'

/** The provider that addresses name where the specification spells them out (part 1 §7). */
export const USUAL = 'okta'

/** The id of the provider in a sign-in's address. */
export function providerIn(request: FastifyRequest): string {
  return (request.params as { readonly provider?: string }).provider ?? USUAL
}
