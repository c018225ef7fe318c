import { verify } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manifestOf, signedBytes } from '#features/software/releases/server/index.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { userWith } from '#test/factories.ts'
import { seedDemoData } from './demo-data.ts'
import { makeScaleWorld } from './demo-scale.ts'

const scale = 0.003
let app: TestApp
let drop: () => Promise<void>
let client: pg.Client
let before: unknown
let make: () => Promise<void>

beforeAll(async () => {
  const { url, ...database } = await testDatabase()
  drop = database.drop
  app = await testApp({ database: url })
  const { db, config } = app.portal
  await seedDemoData(db, config)
  client = new pg.Client({ connectionString: url })
  await client.connect()
  before = await structure()
  make = () => makeScaleWorld({ db, config, url }, scale, () => undefined)
  await make()
})
afterAll(async () => {
  await client.end()
  await app.close()
  await drop()
})

test('the world has the requested size', async () => {
  const { rows } = await client.query(`
    select (select count(*)::int from accounts) as accounts, (select count(*)::int from users) as users,
      (select count(*)::int from cases) as cases, (select count(*)::int from case_comments) as comments`)
  expect(rows[0].accounts).toBeGreaterThanOrEqual(20)
  expect(rows[0].users).toBeGreaterThanOrEqual(160)
  expect(rows[0].cases).toBeGreaterThanOrEqual(3000)
  expect(rows[0].comments).toBeGreaterThan(rows[0].cases)
})

test('indexes, references and triggers are unchanged', async () => {
  expect(await structure()).toEqual(before)
})

test('each account has what every account has from its beginning', async () => {
  for (const table of ['account_storage', 'case_list_versions', 'subscriptions', 'chat_channels']) {
    const { rows } = await client.query(
      `select a.name from accounts a where not exists (select from ${table} t where t.account_id = a.id)`,
    )
    expect([table, rows]).toEqual([table, []])
  }
})

test('search finds the words of a loaded case as of a filed one', async () => {
  const vectors = () =>
    client.query(
      `select s.case_id, s.customer_words, s.internal_words from case_search s join cases c on c.id = s.case_id where c.id % 50 = 0 order by 1`,
    )
  const loaded = (await vectors()).rows
  expect(loaded.length).toBeGreaterThan(50)
  await client.query('select index_case(id) from cases where id % 50 = 0')
  expect((await vectors()).rows).toEqual(loaded)
})

test('the next case of each account gets a number that no other has', async () => {
  const { rows } = await client.query(`
    select c.key from cases c join case_list_versions v using (account_id) where split_part(c.key, '-', 2)::int >= v.next_number`)
  expect(rows).toEqual([])
})

test('no case is filed or gets a reply before it exists, or after now', async () => {
  const { rows } = await client.query(`
    select c.key from cases c join case_comments m on m.case_id = c.id
    where m.created_at < c.created_at or m.created_at > now() or c.updated_at > now() or c.resolved_at < m.created_at`)
  expect(rows).toEqual([])
})

test('loaded releases are as signed: manifests follow from their frozen files, signatures from the key', async () => {
  const { rows } = await client.query(`
    select r.id, r.manifest, r.statement, r.signature, k.public_key, r.component_count, r.size::int as size,
      (select json_agg(json_build_object('fileName', c.file_name, 'componentType', c.component_type, 'digest', c.digest, 'size', c.size, 'mediaType', c.media_type)) from release_components c where c.release_id = r.id) as components
    from bundle_releases r left join signing_keys k on k.id = r.key_id`)
  expect(rows).toHaveLength(900)
  for (const { manifest, statement, signature, public_key, components, ...release } of rows) {
    const facts = JSON.parse(manifest)
    expect(manifestOf({ ...facts, components })).toEqual(manifest)
    expect(components).toHaveLength(release.component_count)
    expect(components.reduce((sum: number, { size }: { size: number }) => sum + size, 0)).toBe(release.size)
    if (statement) expect(verify(null, signedBytes(statement), public_key, signature)).toBe(true)
  }
  expect(rows.filter(({ statement }) => statement === null).length).toBeGreaterThan(0)
})

test('loaded bundles and releases are listed and read like those made here', async () => {
  const { headers } = await userWith(app, 'RELMGR')
  const read = async (path: string) => {
    const response = await fetch(app.url + path, { headers })
    expect([path, response.status]).toEqual([path, 200])
    return response.json()
  }
  await read('/api/bundles?size=200')
  const { _embedded } = await read('/api/bundle-releases?size=1000')
  expect(_embedded.releases).toHaveLength(900)
  const delivered = _embedded.releases.find(({ status }: { status: string }) => status === 'DELIVERED')
  expect(delivered.approval).toMatchObject({ state: 'DONE', jobId: null, steps: [] })
  await read(`/api/bundle-releases/${delivered.id}/changes`)
  await read(`/api/bundles/${delivered.bundleId}/diff`)
})

test('a second one is not added to it, nor to real users', async () => {
  await client.query(`update users set email = 'somebody@operator.net' where id = (select max(id) from users)`)
  await expect(make()).rejects.toThrow('not of a demo')
  expect(await structure()).toEqual(before)
})

async function structure(): Promise<unknown> {
  const { rows } = await client.query(`
    select indexdef as made from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where contype = 'f'
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal order by 1`)
  return rows
}
