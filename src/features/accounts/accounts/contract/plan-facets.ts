import * as z from 'zod/mini'

/** The limit of a plan that is asked when somebody is added to an account. */
export const MAX_USERS = 'facet-users-max-users'

/** What the plan of an account says of one service. Where there is no limit the number is the largest safe integer. */
export const PlanFacet = z.object({
  facet: z.object({ name: z.enum([MAX_USERS]) }),
  constraintValue: z.object({ isInfinity: z.boolean(), numberValue: z.int() }),
})
export type PlanFacet = z.output<typeof PlanFacet>

/** How many users the facets have room for: Infinity = as many as come, null = nothing is agreed. */
export function maxUsersOf(facets: readonly PlanFacet[]): number | null {
  const value = facets.find(({ facet }) => facet.name === MAX_USERS)?.constraintValue
  if (!value) return null
  return value.isInfinity ? Number.POSITIVE_INFINITY : value.numberValue
}

/** The same the other way round. */
export function toFacets(maxUsers: number | null): PlanFacet[] {
  if (maxUsers === null) return []
  const isInfinity = maxUsers === Number.POSITIVE_INFINITY
  const numberValue = isInfinity ? Number.MAX_SAFE_INTEGER : maxUsers
  return [{ facet: { name: MAX_USERS }, constraintValue: { isInfinity, numberValue } }]
}
