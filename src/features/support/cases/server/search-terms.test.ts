import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let client: pg.Client

/**
 * 2,000 cases, the newest 400 of them about a hail and then a storm, all others about modems, 300 of these about a
 * recall.
 */
beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`
    insert into users (email, full_name, state) values ('uma@stock.example', 'Uma', 'active');
    insert into accounts (name, display_name, region, project_key) values ('stock', 'Stock', 'EMEA', 'STOCK');
    with made as (
      insert into cases (account_id, key, status, priority, subject, description, reporter_id)
      select a.id, 'STOCK-' || n, 'OPEN', 'LOW',
        case when n > 1800 then 'storm' when n > 1600 then 'hail' when n between 501 and 800 then 'recall modem' else 'modem' end, '', (select min(id) from users)
      from generate_series(1, 2000) n, accounts a order by n returning id, account_id, subject)
    insert into case_search (case_id, account_id, customer_words)
    select id, account_id, array_to_tsvector(search_terms(subject) || search_terms(repeat('filler' || id || ' ', 40))) from made order by id;
    analyze case_search`)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** How many cases are listed for a word of which at most `most` are wanted; null where they are certainly many. */
async function named(word: string, most: number): Promise<number | null> {
  const { rows } = await client.query(
    'select cardinality(cases_with_words($1::tsquery, null, false, false, $2)) as count',
    [`'${word}'`, most],
  )
  return rows[0].count
}

test('what most cases are about counts as many, though the newest are all about something else', async () => {
  expect(await named('modem', 500)).toBeNull()
})

test('the cases of a rarer word are listed, up to the wanted number', async () => {
  expect(await named('modem', 1_000)).toBe(1_000)
  expect(await named('recall', 200)).toBe(200)
  expect(await named('recall', 1_000)).toBe(300)
  expect(await named('nothing', 10)).toBe(0)
})

test('a word of one event, whose cases are adjacent, does not count as a word of all cases', async () => {
  expect(await named('storm', 50)).toBe(50)
  expect(await named('storm', 1_000)).toBe(200)
})
