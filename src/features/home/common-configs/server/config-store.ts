import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { CommonConfig } from '../contract.ts'

const columns = sql`id::text as id, type, url, version`

/** The common links, in the order in which they were set. */
export async function findCommonConfigs(db: Database | Tx): Promise<CommonConfig[]> {
  const { rows } = await sql<CommonConfig>`select ${columns} from common_configs order by id`.execute(db)
  return rows
}

/** The same, and no other transaction changes them until this one ends. */
export async function lockedCommonConfigs(tx: Tx): Promise<CommonConfig[]> {
  await sql`lock table common_configs in share row exclusive mode`.execute(tx)
  return findCommonConfigs(tx)
}

/** Adds a common link. */
export async function insertCommonConfig(tx: Tx, { type, url }: Pick<CommonConfig, 'type' | 'url'>) {
  const { rows } = await sql<CommonConfig>`
    insert into common_configs (type, url) values (${type}, ${url}) returning ${columns}`.execute(tx)
  return rows[0]!
}

/** Stores a changed common link. */
export async function updateCommonConfig(tx: Tx, { id, type, url }: Pick<CommonConfig, 'id' | 'type' | 'url'>) {
  const { rows } = await sql<CommonConfig>`
    update common_configs set type = ${type}, url = ${url}, version = version + 1, updated_at = clock_timestamp()
    where id = ${Number(id)} returning ${columns}`.execute(tx)
  return rows[0]!
}

/** Removes a common link. */
export async function removeCommonConfig(tx: Tx, id: string): Promise<void> {
  await sql`delete from common_configs where id = ${Number(id)}`.execute(tx)
}
