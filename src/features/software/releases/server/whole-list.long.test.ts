import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SoftwareDesk, softwareApp } from '#test/software-app.ts'
import { rowsOf } from '#test/support-app.ts'

/** More than totals count, by enough that the total is cached. */
const COUNT = 11_200
const MOST = 10_000
const path = '/api/bundle-releases?size=10000&sort=created,ASC'
let desk: SoftwareDesk
beforeAll(async () => {
  desk = await softwareApp()
  const bundle = await desk.bundle()
  await sql`
    insert into bundle_releases (bundle_id, account_id, name, component_count, size, manifest, created_by)
    select ${bundle}, ${desk.accounts.acme.id}, 'Größe "' || n || '" ' || repeat('.', 200), 0, 0, '{}', ${desk.users.rita.id}
    from generate_series(1, ${COUNT}) n`.execute(desk.portal.db)
})
afterAll(() => desk.close())

/** The beginning of the whole list; the reader reads no more of it until the test resumes it. */
async function begin(): Promise<IncomingMessage> {
  const request = get(desk.url + path, { headers: desk.users.rita.headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  return response
}

test.each(['identity', 'br', 'gzip'])('the whole list comes in chunks that form one JSON (%s)', async (coding) => {
  const response = await desk.call('rita', 'GET', path, undefined, { 'accept-encoding': coding })
  expect(response.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding)
  expect(response.body.page).toMatchObject({ totalElements: MOST, capped: true })
  const names = rowsOf(response, 'releases').map(({ name }) => Number(/"(\d+)"/.exec(String(name))?.[1]))
  expect(names.toSorted((a, b) => a - b)).toEqual(Array.from({ length: MOST }, (_, place) => place + 1))
  const some = await desk.call('rita', 'GET', path.replace('10000', '200'))
  expect(rowsOf(response, 'releases').slice(0, 200)).toEqual(rowsOf(some, 'releases'))
})

test('so do the files of a bundle and of a release', async () => {
  const bundle = await desk.bundle()
  const { db } = desk.portal
  const name = sql.raw(`'File ' || lpad(n::text, 3, '0')`)
  await sql`
    insert into bundle_components (bundle_id, component_type, file_name, created_by)
    select ${bundle}, 'product', ${name}, ${desk.users.rita.id} from generate_series(1, 450) n`.execute(db)
  const { rows } = await sql<{ id: string }>`
    with file as (insert into stored_files (digest, size) values (repeat('0', 64), 1) returning id), made as (
      insert into bundle_releases (bundle_id, account_id, name, component_count, size, manifest, created_by)
      values (${bundle}, ${desk.accounts.acme.id}, 'Many files', 450, 450, '{}', ${desk.users.rita.id}) returning id), filled as (
      insert into release_components (release_id, component_type, file_name, file_id, digest, size, media_type)
      select made.id, 'product', ${name}, file.id, repeat('0', 64), 1, 'text/plain' from made, file, generate_series(1, 450) n)
    select id::text as id from made`.execute(db)
  const wanted = Array.from({ length: 450 }, (_, place) => `File ${String(place + 1).padStart(3, '0')}`)
  for (const [list, url] of [
    ['files', `/api/bundle-component-files?bundleId=${bundle}`],
    ['fileReleases', `/api/bundle-component-file-releases?bundleReleaseIds=${rows[0]!.id}`],
  ] as const) {
    const whole = await desk.call('rita', 'GET', `${url}&size=1000`)
    expect(rowsOf(whole, list).map(({ fileName }) => fileName)).toEqual(wanted)
    expect(whole.body.page).toMatchObject({ totalElements: 450 })
    const page = await desk.call('rita', 'GET', `${url}&size=100&page=3&sort=fileName,DESC`)
    expect(rowsOf(page, list)).toEqual(rowsOf(whole, list).toReversed().slice(300, 400))
  }
})

test('a capped total stays capped when it was cached, and only for that list', async () => {
  const page = async (more: string) => (await desk.call('rita', 'GET', `/api/bundle-releases?size=2${more}`)).body.page
  for (const more of ['', '', '&page=4000'])
    expect(await page(more)).toMatchObject({ totalElements: MOST, capped: true })
  expect(await page('&nameContains="77"')).toMatchObject({ totalElements: 1 })
})

test('readers who stop reading hold nothing that others need, and may disconnect', async () => {
  const stopped = await Promise.all(Array.from({ length: 25 }, begin))
  expect((await desk.call('rita', 'GET', path.replace('10000', '2'))).status).toBe(200)
  for (const response of stopped) response.destroy()
  const again = await desk.call('rita', 'GET', path)
  expect(rowsOf(again, 'releases')).toHaveLength(MOST)
})

test('a list that fails in the middle aborts: no client takes a half for the whole', async () => {
  const response = await begin()
  await sql`alter table bundle_releases rename to gone`.execute(desk.portal.db)
  const read = response.toArray().finally(() => sql`alter table gone rename to bundle_releases`.execute(desk.portal.db))
  await expect(read).rejects.toThrow('aborted')
  expect(response.complete).toBe(false)
})
