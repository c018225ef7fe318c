import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { directionOf, findPage } from '#kit/server/list/find-page.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { GcloudConfig } from '../contract.ts'
import { regionTable } from './region-table.ts'

type StoredConfig = Omit<GcloudConfig, 'regionLabel'>

const columns = sql`a.name as account, c.project_key as "projectKey", c.region, ${isoSql('c.updated_at')} as updated, c.version`
const sources = sql`cloud_regions c join accounts a on a.id = c.account_id and a.deleted_at is null`
const labels = new Map(regionTable.map(({ region, regionLabel }) => [region, regionLabel]))

/** A region that the table no longer has keeps its name as label. */
function withLabel(region: StoredConfig): GcloudConfig {
  return { ...region, regionLabel: labels.get(region.region) ?? region.region }
}

async function find(db: Database | Tx, rest: RawBuilder<unknown>): Promise<GcloudConfig[]> {
  const { rows } = await sql<StoredConfig>`
    select ${columns} from ${sources} ${rest}`.execute(db)
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
) {
  const direction = directionOf(descending)
  const regionPage = await findPage(db, {
    page,
    size,
    rows: sql<StoredConfig>`select ${columns} from ${sources} order by a.name ${direction}`,
    of: sql`from ${sources}`,
    newest: sql`c.updated_at`,
  })
  return { ...regionPage, rows: regionPage.rows.map(withLabel) }
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
