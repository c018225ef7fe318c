import { sql } from 'kysely'
import { runAlone } from '#features/monitoring/metrics/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { InventoryChange } from '../../contract.ts'
import { accountAnalyticsPath } from '../../paths.ts'
import { inventoryCollected } from '../analytics-notifications.ts'
import { inventoryDefaults } from '../inventory-defaults.ts'
import { STALE_MS } from '../read-figures.ts'
import { changesBetween } from './inventory-changes.ts'
import { type InventoryDeployment, readSheets, type Sheets } from './inventory-sheets.ts'

const KEPT_DAYS = 100
const nothing: Sheets = { summary: [], modems: [], rpds: [], macDomains: [], onus: [] }

type Collecting = Pick<AppContext, 'db' | 'log' | 'notifier' | 'settings'>
type DueDeployment = InventoryDeployment & {
  readonly accountId: number
  readonly account: string
  readonly day: string
  readonly newest: number | null
}

/**
 * Collects the inventory of every deployment whose account has reached its local time and has none of this day. A
 * second process finds nothing to do. A deployment or an account for which that fails is tried again with the next run.
 */
export async function collectInventory(portal: Collecting, now: number, stopping?: AbortSignal): Promise<void> {
  const { db } = portal
  const accounts = new Map<number, DueDeployment[]>()
  for (const one of await dueDeployments(portal, now))
    accounts.set(one.accountId, [...(accounts.get(one.accountId) ?? []), one])
  for (const deployments of accounts.values()) {
    if (stopping?.aborted) break
    await collectAccount(portal, deployments, now).catch((failure: unknown) =>
      portal.log.error(
        { err: failure, account: deployments[0]!.account },
        'the inventory of an account was not stored',
      ),
    )
  }
  await sql`delete from inventory_days where day < ${new Date(now - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10)}::date`.execute(
    db,
  )
}

/** Stores the inventories of an account and queues the mail about them, in one transaction. */
async function collectAccount(portal: Collecting, deployments: readonly DueDeployment[], now: number): Promise<void> {
  const read: { deployment: DueDeployment; missing: boolean; sheets: Sheets }[] = []
  for (const deployment of deployments) {
    const { newest } = deployment
    const missing = newest === null || newest < now - STALE_MS
    await runAlone(portal, 'inventory', deployment, async () => {
      const sheets = missing ? nothing : await readSheets(portal.db, deployment, now)
      read.push({ deployment, missing, sheets })
    })
  }
  await inTransaction(portal.db, async (tx) => {
    const changes: number[] = []
    for (const { deployment, ...one } of read) {
      const storedChanges = await storeInventory(tx, deployment, { ...one, now })
      if (storedChanges) changes.push(storedChanges.length)
    }
    if (changes.length > 0) await mailInventory(portal, tx, { ...deployments[0]!, changes: sum(changes) })
  })
}

async function dueDeployments({ db, settings }: Collecting, now: number): Promise<DueDeployment[]> {
  const { enabled: isEnabled, at: time } = inventoryDefaults(settings)
  const at = new Date(now)
  const { rows } = await sql<DueDeployment>`
    select d.id, d.name, d.version, d.software_version as "softwareVersion", d.exclude_from_total_cm_count as "isExcluded",
      a.id as "accountId", a.name as account, (${at}::timestamptz at time zone a.time_zone)::date::text as day, t.newest_ms as newest
    from metric_totals t join deployments d on d.id = t.deployment_id and d.enable_monitoring
      join accounts a on a.id = d.account_id and a.deleted_at is null left join inventory_settings s on s.account_id = a.id
    where coalesce(s.enabled, ${isEnabled}) and (coalesce(s.include_excluded, false) or not d.exclude_from_total_cm_count)
      and (${at}::timestamptz at time zone a.time_zone)::time >= coalesce(s.at_time, ${time})::time
      and not exists (select 1 from inventory_days i where i.deployment_id = d.id and i.day = (${at}::timestamptz at time zone a.time_zone)::date)
    order by a.id, d.name`.execute(db)
  return rows
}

/** Stores the inventory of a day; undefined when another process has. */
async function storeInventory(
  tx: Tx,
  { id, day }: DueDeployment,
  { missing, sheets, now }: { missing: boolean; sheets: Sheets; now: number },
): Promise<readonly InventoryChange[] | undefined> {
  const { rows: before } = await sql<{ sheets: Sheets }>`
    select sheets from inventory_days where deployment_id = ${id} and day < ${day}::date and not missing order by day desc limit 1`.execute(
    tx,
  )
  const changes = missing || !before[0] ? [] : changesBetween(before[0].sheets, sheets)
  const { rows } = await sql`
    insert into inventory_days (deployment_id, day, collected_at, missing, sheets, changes)
    values (${id}, ${day}::date, ${new Date(now)}, ${missing}, ${JSON.stringify(sheets)}::jsonb, ${JSON.stringify(changes)}::jsonb)
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0 ? changes : undefined
}

async function mailInventory(
  portal: Collecting,
  tx: Tx,
  { accountId, account, day, changes }: Pick<DueDeployment, 'accountId' | 'account' | 'day'> & { changes: number },
): Promise<void> {
  const settings = await tx
    .selectFrom('inventory_settings')
    .select(['recipients', 'only_changes'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!settings || settings.recipients.length === 0 || (settings.only_changes && changes === 0)) return
  await portal.notifier.notify(tx, inventoryCollected, {
    to: settings.recipients.map((address) => ({ address })),
    values: { account, day, changes },
    link: accountAnalyticsPath({ account, accountId }),
    key: `${accountId} ${day}`,
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
