import type pg from 'pg'

/** The first id that a table has not used yet. */
export async function nextId(client: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ next: number }>(`select coalesce(max(id), 0)::int + 1 as next from ${table}`)
  return rows[0]!.next
}
