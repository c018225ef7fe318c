import type pg from 'pg'

const DEADLOCK = '40P01'
const TRIES = 5

/**
 * Runs `load` in one transaction in which the tables have no secondary indexes, foreign keys or triggers of ours; all
 * of them are created again, and checked, at its end. A failure or a crash changes nothing. Afterwards the tables are
 * vacuumed, without which the planner knows nothing of the new rows (measured: six times the database's CPU).
 */
export async function bulkLoad(
  client: pg.ClientBase,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const restore = await beginStripped(client, tables)
  try {
    await load()
    for (const statement of restore) await client.query(statement)
    await client.query('commit')
  } catch (failure) {
    await client.query('rollback').catch(() => undefined)
    throw failure
  }
  for (const table of tables) await client.query(`vacuum (analyze) ${table}`)
}

/** Begins the transaction. A running portal uses the tables too: after a deadlock with it, it begins again. */
async function beginStripped(client: pg.ClientBase, tables: readonly string[], tries = TRIES): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(`set local synchronous_commit = off`)
    await client.query(`set local maintenance_work_mem = '512MB'`)
    return await strip(client, tables)
  } catch (failure) {
    await client.query('rollback').catch(() => undefined)
    if ((failure as { code?: string }).code !== DEADLOCK || tries === 1) throw failure
    return beginStripped(client, tables, tries - 1)
  }
}

/** Drops what slows down a load; returns the statements that restore it. */
async function strip(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any($1::regclass[]) and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any($1::regclass[])`,
    [tables],
  )
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  return [
    ...indexes.map(({ definition }) => definition),
    ...references.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...tables.map((table) => `alter table ${table} enable trigger user`),
  ]
}
