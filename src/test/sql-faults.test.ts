import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Connections, openDatabase } from '#kit/server/database.ts'
import { testDatabase } from './database.ts'
import type { Field } from './row-faults.ts'
import { sqlFaults } from './watched-kysely.ts'

type Asserted = {
  readonly id: number
  readonly key: string | null
  readonly status: 'NEW' | 'OPEN'
  readonly labels: readonly string[]
  readonly created: Date
  readonly data: { readonly words: string }
  readonly more?: string
}
type Part = Pick<Asserted, 'id'> & { readonly state: Asserted['status'] }

let database: Awaited<ReturnType<typeof testDatabase>>
let connections: Connections

beforeAll(async () => {
  database = await testDatabase()
  connections = openDatabase(database.url, { size: 1 })
})
afterAll(async () => {
  await connections.close()
  await database.drop()
})

/** What was said of the statements that ran since the last look. */
const faults = () => sqlFaults.splice(0).map((fault) => fault.replace(/^\S+: (.*), in .*$/s, '$1'))

describe('a row type that a template asserts', () => {
  const row = sql`1::bigint as id, null::text as key, 'NEW' as status, '{a}'::text[] as labels, now() as created, '{}'::jsonb as data`

  test('is right when every member is returned, with what the driver makes of its type', async () => {
    await sql<Asserted>`select ${row}`.execute(connections.db)
    await sql<Partial<Asserted>>`select 1 as id`.execute(connections.db)
    await sql<Pick<Asserted, 'id'>>`select null as id`.execute(connections.db)
    expect(faults()).toEqual([])
  })

  test('is named when a member is not returned', async () => {
    await sql<Asserted & { readonly subject: string }>`select ${row}, 'x' as "Subject"`.execute(connections.db)
    expect(faults()).toEqual(['subject is not returned'])
  })

  test('is named when a value is of another kind: sums, days, lists of long numbers', async () => {
    await sql<{ sum: number; day: string; ids: number[]; open: string }>`
      select sum(n) as sum, max(now()::date) as day, array_agg(n) as ids, true as open from (select 1::bigint as n) one`.execute(
      connections.db,
    )
    expect(faults()).toEqual(['sum is string', 'day is Date', 'ids is array of string', 'open is boolean'])
  })

  test('is compared where it is declared elsewhere, by a name of its own or by parts of it', async () => {
    await sql<Part>`select 'one' as id, 2 as state`.execute(connections.db)
    await sql<Field>`select 1 as name, 2 as "dataTypeID"`.execute(connections.db)
    expect(faults()).toEqual(['id is string', 'state is number', 'name is number'])
  })
})
