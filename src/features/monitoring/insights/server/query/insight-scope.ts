import { sql } from 'kysely'
import { accountIn, effectiveLimit } from '#features/accounts/accounts/server/index.ts'
import { RETENTION } from '#features/monitoring/metrics/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import { readInsights } from '../../contract.ts'

const DAY_MS = 86_400_000

/** A deployment of an account, and since when its metrics may be read. */
export type InsightDeployment = { readonly id: number; readonly name: string; readonly since: number }

/** An account in which the session sees insights, with its deployments. */
export type InsightScope = {
  readonly accountId: number
  readonly account: string
  readonly deployments: readonly InsightDeployment[]
}

/** The account of a request, with one of its deployments or all; 404 for an account that the user cannot see. */
export async function insightScope(
  db: Database,
  session: Session,
  { account, deployment }: { account: string; deployment?: string | undefined },
): Promise<InsightScope> {
  const row = await accountIn(db, session, {
    name: account,
    permission: readInsights,
    also: sql<{ kept: number | null; deployments: { id: number; name: string }[] }>`
      ${effectiveLimit(sql.ref('a.id'), RETENTION)} as kept,
      coalesce((select json_agg(json_build_object('id', d.id, 'name', d.name) order by d.name) from deployments d
        where d.account_id = a.id and (${deployment ?? null}::text is null or d.name = ${deployment ?? null})), '[]') as deployments`,
  })
  const since = row.kept === null ? 0 : Date.now() - row.kept * DAY_MS
  return { accountId: row.id, account, deployments: row.deployments.map((one) => ({ ...one, since })) }
}
