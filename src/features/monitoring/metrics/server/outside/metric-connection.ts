import { sql } from 'kysely'
import { type Adapter, type Connector, openConnector } from '#features/platform/connections/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { Database } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { outsideTexts } from '../../texts.ts'
import type { MetricSystem, OutsideMetrics } from './metric-system.ts'

const PORT = 'analytics'
const metricsByConnector = new WeakMap<Connector, OutsideMetrics>()

/** A system of metrics as a connection of an account. Its test needs address, login, and samples of the account. */
export function metricAdapter({ open, ...system }: MetricSystem): Adapter {
  return {
    ...system,
    port: PORT,
    open(connection) {
      const metrics = open(connection)
      const connector: Connector = {
        test: async () => requireSamples(connection.portal.db, connection, await metrics.deployments()),
      }
      metricsByConnector.set(connector, metrics)
      return connector
    },
  }
}

/** Deployments whose samples are copied from a connection; none while a user has stopped it. */
export type CopiedDeployment = { readonly id: number; readonly name: string; readonly accountId: number }

/** The monitored deployments of a connection's account. */
export async function deploymentsOf(db: Database, connection: string): Promise<CopiedDeployment[]> {
  const { rows } = await sql<CopiedDeployment>`
    select d.id, d.name, d.account_id as "accountId" from connections c
      join accounts a on a.id = c.account_id and a.deleted_at is null join deployments d on d.account_id = a.id
    where c.id = ${connection} and d.enable_monitoring
      and not exists (select from outbox_paused p where p.connection = c.id) order by d.id`.execute(db)
  return rows
}

/** The connections to systems of metrics. */
export async function metricConnections(db: Database, systems: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from connections where port = ${PORT} and system = any(${systems}::text[]) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The metrics behind a connection. */
export async function openMetrics(portal: AppContext, connection: string): Promise<OutsideMetrics> {
  const metrics = metricsByConnector.get(await openConnector(portal, connection))
  if (!metrics) throw new Error(`${connection} has no metrics`)
  return metrics
}

async function requireSamples(
  db: Database,
  { id, name }: { readonly id: string; readonly name: string },
  outsideNames: ReadonlySet<string>,
): Promise<void> {
  const portalNames = (await deploymentsOf(db, id)).map((one) => one.name)
  if (portalNames.some((one) => outsideNames.has(one))) return
  const deployments = portalNames.length > 0 ? portalNames.slice(0, 10).join(', ') : outsideTexts.none
  throw new IntegrationError(fillText(outsideTexts.noSamples, { name, deployments }), { fault: 'missing' })
}
