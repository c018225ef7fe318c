import * as z from 'zod/mini'

/** The plan limit that is checked when a user is added to an account. */
export const MAX_USERS = 'facet-users-max-users'
/** The plan limit on the bytes of case files. */
export const MAX_BYTES = 'facet-storage-max-bytes'
/** The plan limit on deployments. */
export const MAX_DEPLOYMENTS = 'facet-deployments-max-deployments'
/** The plan limit on downloads of releases in a month. */
export const MAX_DOWNLOADS = 'facet-downloads-max-month'
/** The plan limit on calls with API tokens in a day. */
export const MAX_API_CALLS = 'facet-api-max-calls-day'
/** Whether the plan includes the chat of the account. */
export const CHAT_ENABLED = 'facet-chat-enabled'

/**
 * The value of a service: a number, `isInfinity` where there is no limit (the number is then the largest safe integer),
 * a boolean, or one value of a list.
 */
export const FacetValue = z.object({
  isInfinity: z.optional(z.boolean()),
  numberValue: z.optional(z.int()),
  booleanValue: z.optional(z.boolean()),
  listValue: z.optional(z.string()),
})
export type FacetValue = z.output<typeof FacetValue>

/** The effective limit of an account by its plan, or by an override. */
export const PlanFacet = z.object({ facet: z.object({ name: z.string() }), constraintValue: FacetValue })
export type PlanFacet = z.output<typeof PlanFacet>

/** The user limit in the facets: Infinity = unlimited, null = none set. */
export function maxUsersOf(facets: readonly PlanFacet[]): number | null {
  const value = facets.find(({ facet }) => facet.name === MAX_USERS)?.constraintValue
  if (!value) return null
  return value.isInfinity ? Number.POSITIVE_INFINITY : (value.numberValue ?? null)
}

/** The inverse of `maxUsersOf`. */
export function toFacets(maxUsers: number | null) {
  if (maxUsers === null) return []
  return [{ facet: { name: MAX_USERS }, constraintValue: limitValue(maxUsers) } as const]
}

/** A limit as it is on the wire. */
export function limitValue(limit: number): { isInfinity: boolean; numberValue: number } {
  const isInfinity = limit === Number.POSITIVE_INFINITY
  return { isInfinity, numberValue: isInfinity ? Number.MAX_SAFE_INTEGER : limit }
}
