import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { GcloudConfig } from '../contract.ts'
import { regionTable } from './region-table.ts'

type Stored = Omit<GcloudConfig, 'regionLabel'>

const columns = sql`a.name as account, c.project_key as "projectKey", c.region, ${isoSql('c.updated_at')} as updated, c.version`
const labels = new Map(regionTable.map(({ region, regionLabel }) => [region, regionLabel]))

/** A region that the table no longer has keeps its name as label. */
function withLabel(stored: Stored): GcloudConfig {
  return { ...stored, regionLabel: labels.get(stored.region) ?? stored.region }
}

async function find(db: Database | Tx, rest: RawBuilder<unknown>): Promise<GcloudConfig[]> {
  const { rows } = await sql<Stored>`
    select ${columns} from cloud_regions c join accounts a on a.id = c.account_id and a.deleted_at is null ${rest}`.execute(
    db,
  )
  return rows.map(withLabel)
}

/** The cloud region of an account. */
export async function regionOf(db: Database | Tx, accountId: number): Promise<GcloudConfig | undefined> {
  return (await find(db, sql`where c.account_id = ${accountId}`))[0]
}

/** A page of the cloud regions of all accounts, by the name of the account. */
export async function findRegions(
  db: Database,
  { page, size, descending }: { page: number; size: number; descending: boolean },
): Promise<{ rows: GcloudConfig[]; total: { count: number }; lastUpdateTime: Date | null }> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const rows = await find(db, sql`order by a.name ${direction} limit ${size} offset ${page * size}`)
  const counted = await sql<{ count: number; newest: Date | null }>`
    select count(*) as count, max(c.updated_at) as newest from cloud_regions c
      join accounts a on a.id = c.account_id and a.deleted_at is null`.execute(db)
  const { count, newest } = counted.rows[0]!
  return { rows, total: { count }, lastUpdateTime: newest }
}

/** Sets the cloud region and project of an account. */
export async function storeRegion(
  tx: Tx,
  accountId: number,
  { region, projectKey }: Pick<GcloudConfig, 'region' | 'projectKey'>,
): Promise<void> {
  await sql`
    insert into cloud_regions as c (account_id, region, project_key) values (${accountId}, ${region}, ${projectKey})
    on conflict (account_id) do update set region = excluded.region, project_key = excluded.project_key,
      version = c.version + 1, updated_at = clock_timestamp()`.execute(tx)
}
