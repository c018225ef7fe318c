import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

/** The prefix of the account's case keys: from its name, upper case, at most 10 characters, and unique. */
export async function projectKeyFor(tx: Tx, name: string): Promise<string> {
  const letters = name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^\d+/, '')
  const stem = letters.length >= 2 ? letters.slice(0, 8) : `AC${letters}`
  const { rows } = await sql<{ key: string }>`
    select key from (
      select ${stem}::text as key, 0 as place union all select left(${stem}, 7) || n, n from generate_series(2, 999) n
    ) wished where not exists (select 1 from accounts a where a.project_key = wished.key) order by place limit 1`.execute(
    tx,
  )
  return rows[0]!.key
}
