import { readdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { migrations } from '#database/migrations.ts'
import { areas, readSchema } from '#database/schema.ts'
import { catalogueOf, differencesOf } from './catalogue.ts'
import { testDatabase } from './database.ts'
import { run } from './template.ts'

const schema = readSchema()
let present: string[]

beforeAll(async () => {
  present = await catalogueAfter([schema])
})

/** The catalogue of an empty database after these statements. */
async function catalogueAfter(statements: readonly string[]): Promise<string[]> {
  const database = await testDatabase('template0')
  try {
    for (const statement of statements) await run(database.url, statement)
    return await catalogueOf(database.url)
  } finally {
    await database.drop()
  }
}

test('schema/ is the sum of the migrations: who adds one edits schema/ too', async () => {
  const sum = await catalogueAfter(migrations.map(({ sql }) => sql))
  expect(differencesOf(sum, present)).toEqual([])

  const without = schema.replace(/^ {2}contact text,\n/m, '')
  expect(without).not.toBe(schema)
  expect(differencesOf(sum, await catalogueAfter([without]))).toEqual(['- column cases.contact text'])
})

test('what differs is named, whatever it is: constraints, indexes, functions, triggers, rows', async () => {
  const changes = `
    alter table cases alter column product set not null, drop constraint cases_subject_check;
    drop index cases_due; drop trigger events_append_only on events; comment on table cases is 'Cases';
    create or replace function deployment_permissions_changed() returns trigger language plpgsql as 'begin return null; end';
    delete from plan_facets; alter table outages alter reason drop default, alter missed_after type date;`
  const kinds = differencesOf(present, await catalogueAfter([schema, changes])).map((line) =>
    line.replace(/^(\S+ \S+) .*$/s, '$1'),
  )
  expect(kinds.filter((kind, at) => kinds.indexOf(kind) === at)).toEqual([
    ...['- column', '- constraint', '- function', '- index', '- trigger', '- row'],
    ...['+ column', '+ comment', '+ function'],
  ])
})

test('each file of schema/ is read', () => {
  const files = readdirSync(new URL('../database/schema/', import.meta.url)).map((file) => file.replace(/\.sql$/, ''))
  expect(files.sort()).toEqual([...areas].sort())
})
