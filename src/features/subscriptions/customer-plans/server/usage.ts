import { sql } from 'kysely'
import { MAX_BYTES, MAX_DEPLOYMENTS, MAX_USERS } from '#features/accounts/accounts/contract.ts'
import { everySeats } from '#features/accounts/accounts/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { ServiceUsage } from '../contract.ts'
import { effectiveServices } from './subscription-store.ts'

/** The use of the limits by the account of a subscription. */
export async function usageOf(
  db: Database,
  { id, accountId }: { id: number; accountId: number },
): Promise<ServiceUsage[]> {
  const [services, seats, other] = await Promise.all([
    effectiveServices(db, id),
    everySeats(db, [accountId]),
    sql<{ bytes: number; deployments: number }>`
      select s.used as bytes, (select count(*) from deployments d where d.account_id = s.account_id) as deployments
      from account_storage s where s.account_id = ${accountId}`.execute(db),
  ])
  const used: Readonly<Record<string, number>> = {
    [MAX_USERS]: seats[0]?.used ?? 0,
    [MAX_BYTES]: other.rows[0]?.bytes ?? 0,
    [MAX_DEPLOYMENTS]: other.rows[0]?.deployments ?? 0,
  }
  return services
    .filter(({ facet }) => facet.name in used)
    .map((service) => {
      const { isInfinity, numberValue } = service.effective ?? {}
      const limit = isInfinity ? null : (numberValue ?? null)
      const count = used[service.facet.name]!
      return { ...service, used: count, limit, exceeded: limit !== null && count > limit }
    })
}
