import type { Database } from '#kit/server/database.ts'
import type { ServiceUsage } from '../contract.ts'
import { effectiveServices } from './subscription-store.ts'
import { usesOf } from './uses.ts'

/** The use of the limits by the account of a subscription. */
export async function usageOf(
  db: Database,
  { id, accountId }: { id: number; accountId: number },
): Promise<ServiceUsage[]> {
  const [services, uses] = await Promise.all([effectiveServices(db, id), usesOf(db, [accountId])])
  const usedCounts = uses.get(accountId) ?? {}
  return services
    .filter(({ facet }) => facet.name in usedCounts)
    .map((service) => {
      const { isInfinity, numberValue } = service.effective ?? {}
      const limit = isInfinity ? null : (numberValue ?? null)
      const count = usedCounts[service.facet.name]!
      return { ...service, used: count, limit, exceeded: limit !== null && count > limit }
    })
}
