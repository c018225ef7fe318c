import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SoftwareDesk, type SoftwareName, sha256, softwareApp } from '#test/software-app.ts'
import { type Json, rowsOf } from '#test/support-app.ts'

const text = '0123456789'
let desk: SoftwareDesk
let bundle: string
let release: string
let fileId: string
let file: Json
beforeAll(async () => {
  desk = await softwareApp()
  bundle = await desk.bundle()
  fileId = await desk.upload(bundle, 'Käse "ß" \u{1f9c0}.bin', text)
  release = await desk.release(bundle)
  await desk.deliver(release)
  file = rowsOf(
    await desk.call('mia', 'GET', `/api/bundle-component-file-releases?bundleReleaseIds=${release}`),
    'fileReleases',
  )[0]!
})
afterAll(() => desk.close())

const byBox = () => `/api/box/file/upload/${fileId}/download`
const get = (name: SoftwareName, path: string, headers: Record<string, string> = {}) =>
  desk.call(name, 'GET', path, undefined, headers)
const recorded = async (name: string) =>
  (await sql<{ count: number }>`select count(*) as count from events where name = ${name}`.execute(desk.portal.db))
    .rows[0]!.count

test('whole, with a name that is safe everywhere, never as a page', async () => {
  expect(file).toMatchObject({ fileStatus: 'SIGNED', digest: sha256(text), size: 10 })
  for (const path of [byBox(), String(file.fileUrl)]) {
    const { status, headers, text: got } = await get('mia', path)
    expect([status, got, headers.get('etag'), headers.get('content-length')]).toEqual([
      200,
      text,
      `"${sha256(text)}"`,
      '10',
    ])
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="K_se _ß_ __.bin"; filename*=UTF-8''K%C3%A4se%20%22%C3%9F%22%20%F0%9F%A7%80.bin`.replace(
        '_ß_',
        '___',
      ),
    )
    expect([
      headers.get('x-content-type-options'),
      headers.get('content-security-policy'),
      headers.get('content-type'),
    ]).toEqual(['nosniff', expect.stringContaining('sandbox'), 'application/octet-stream'])
  }
})

test.each([
  [{ range: 'bytes=2-5' }, 206, '2345', 'bytes 2-5/10'],
  [{ range: 'bytes=-3' }, 206, '789', 'bytes 7-9/10'],
  [{ range: 'bytes=7-' }, 206, '789', 'bytes 7-9/10'],
  [{ range: 'bytes=0-99' }, 206, text, 'bytes 0-9/10'],
  [{ range: 'bytes=1-2,4-5' }, 200, text, null],
  [{ range: 'bytes=2-5', 'if-range': `"${sha256(text)}"` }, 206, '2345', 'bytes 2-5/10'],
  [{ range: 'bytes=2-5', 'if-range': '"another"' }, 200, text, null],
])('%j is %i', async (headers, status, wanted, range) => {
  const got = await get('mia', String(file.fileUrl), headers as Record<string, string>)
  expect([got.status, got.text, got.headers.get('content-range')]).toEqual([status, wanted, range])
})

test('beyond the end, unchanged, and HEAD', async () => {
  const beyond = await get('mia', String(file.fileUrl), { range: 'bytes=10-' })
  expect([beyond.status, beyond.headers.get('content-range'), beyond.body.code]).toEqual([
    416,
    'bytes */10',
    'range-not-satisfiable',
  ])
  expect((await get('mia', String(file.fileUrl), { 'if-none-match': `"${sha256(text)}"` })).status).toBe(304)
  const head = await desk.call('mia', 'HEAD', String(file.fileUrl))
  expect([head.status, head.text, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
    200,
    '',
    '10',
    'bytes',
  ])
})

test('a download counts once, in however many ranges, and marks the file', async () => {
  expect(await recorded('bundle.release-file-downloaded')).toBe(1)
  await get('uma', String(file.fileUrl), { range: 'bytes=0-4' })
  await get('uma', String(file.fileUrl), { range: 'bytes=5-' })
  await get('uma', String(file.fileUrl))
  expect(await recorded('bundle.release-file-downloaded')).toBe(2)
  const [now] = rowsOf(
    await get('mia', `/api/bundle-component-file-releases?bundleReleaseIds=${release}`),
    'fileReleases',
  )
  expect(now).toMatchObject({ fileStatus: 'DOWNLOADED', downloads: 2 })
  expect((await get('mia', `/api/bundle-releases/${release}`)).body.downloaded).toBe(1)
  await get('tom', byBox())
  expect(await recorded('bundle.file-downloaded')).toBe(1)
})

test('other accounts, other roles and other sites get nothing', async () => {
  for (const path of [byBox(), String(file.fileUrl)]) {
    expect((await get('bob', path)).status).toBe(404)
    for (const name of ['finn', 'vera', 'anton'] as const) expect((await get(name, path)).status).toBe(403)
    expect((await get('mia', path, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await get('mia', path, { 'sec-fetch-dest': 'iframe' })).status).toBe(403)
  }
  expect((await get('mia', `/api/bundle-releases/${release}/files/999999`)).body.code).toBe('file-not-found')
  expect((await get('mia', '/api/box/file/upload/..%2f..%2fetc%2fpasswd/download')).status).toBe(404)
})

test('a link is shared, used without a session, counted, revoked', async () => {
  const path = `/api/box/file/upload/${fileId}/shareable-link`
  const made = await get('rita', path)
  expect(made.body).toMatchObject({ content: expect.stringMatching(/\/s\/\d+\.[\w-]{43}$/), downloads: 0 })
  expect(Date.parse(String(made.body.expires)) - Date.now()).toBeGreaterThan(6 * 86_400_000)
  const link = String(made.body.content)
  const { rows } = await sql<{ row: string }>`select share_links::text as row from share_links`.execute(desk.portal.db)
  expect(JSON.stringify(rows)).not.toContain(link.split('.').at(-1))
  expect(await (await fetch(link)).text()).toBe(text)
  expect((await fetch(link, { headers: { range: 'bytes=8-' } })).status).toBe(206)
  expect((await get('rita', path)).body).toMatchObject({ content: link, downloads: 1 })
  for (const wrong of [
    link.slice(0, -1),
    // As long as the right one.
    `${link.slice(0, -9)}${link.at(-9) === 'A' ? 'B' : 'A'}${link.slice(-8)}`,
    `${link}x`,
    link.replace(/\/s\/\d+/, '/s/999'),
    link.replace(/\.[\w-]+$/, ''),
  ])
    expect((await fetch(wrong)).status).toBe(404)
  for (const name of ['mia', 'vera', 'tom'] as const) expect((await get(name, path)).status).toBe(403)
  expect((await desk.call('rita', 'DELETE', path)).status).toBe(204)
  expect((await fetch(link)).status).toBe(404)
  const next = String((await get('rita', path)).body.content)
  expect(next).not.toBe(link)
  await sql`update share_links set expires_at = now() where revoked_at is null`.execute(desk.portal.db)
  expect((await fetch(next)).status).toBe(404)
})

test('links have a name, an expiry and a limit of downloads; each is listed with its count and revoked alone', async () => {
  const path = `/api/box/file/upload/${fileId}/shareable-links`
  const make = (body: object) => desk.call('rita', 'POST', path, body)
  const listed = async () => (await get('rita', path)).body.links as readonly Json[]
  const before = Date.now()
  const made = await make({ name: ' For the lab ', hours: 1, mostDownloads: 2 })
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: 'For the lab',
      state: 'ACTIVE',
      downloads: 0,
      mostDownloads: 2,
      content: expect.stringContaining('/s/'),
    },
  })
  expect(Date.parse(String(made.body.expires)) - before).toBeGreaterThan(59 * 60_000)
  expect(Date.parse(String(made.body.expires)) - Date.now()).toBeLessThanOrEqual(60 * 60_000)
  const open = (await make({ name: 'Open', hours: 720 })).body
  expect(made.body.content).not.toBe(open.content)
  const link = String(made.body.content)
  const fetched = async (range?: string) =>
    (await fetch(link, range === undefined ? {} : { headers: { range } })).status
  expect((await fetch(link, { method: 'HEAD' })).status).toBe(200)
  expect([await fetched(), await fetched('bytes=4-'), await fetched('bytes=0-3')]).toEqual([200, 206, 206])
  // What was begun may be continued; nothing new begins.
  expect([await fetched(), await fetched('bytes=0-'), await fetched('bytes=4-')]).toEqual([410, 410, 206])
  expect(await (await fetch(link)).json()).toMatchObject({ code: 'share-link-used-up' })
  expect((await listed()).slice(0, 2)).toMatchObject([
    { id: open.id, name: 'Open', state: 'ACTIVE', downloads: 0, mostDownloads: null },
    { id: made.body.id, state: 'USED_UP', downloads: 2, content: null },
  ])
  expect((await desk.call('rita', 'DELETE', `/api/shareable-links/${open.id}`)).status).toBe(204)
  expect((await fetch(String(open.content))).status).toBe(404)
  expect((await listed())[0]).toMatchObject({ state: 'REVOKED', revoked: expect.any(String), content: null })
  // The link that is copied without a name is another one.
  const copied = await get('rita', `/api/box/file/upload/${fileId}/shareable-link`)
  expect((await listed())[0]).toMatchObject({ name: null, content: copied.body.content })
  for (const body of [
    { hours: 1 },
    { name: 'x', hours: 0 },
    { name: 'x', hours: 721 },
    { name: 'x', hours: 1, mostDownloads: 0 },
  ])
    expect((await make(body)).status).toBe(400)
  for (const name of ['mia', 'vera', 'tom'] as const) {
    expect((await get(name, path)).status).toBe(403)
    expect((await desk.call(name, 'POST', path, { name: 'x', hours: 1 })).status).toBe(403)
    expect((await desk.call(name, 'DELETE', `/api/shareable-links/${made.body.id}`)).status).toBe(403)
  }
  expect((await desk.call('rita', 'DELETE', '/api/shareable-links/999999')).body.code).toBe('share-link-not-found')
  await desk.call('rita', 'DELETE', `/api/box/file/upload/${fileId}/shareable-link`)
})

test('users of a view-only account download what was delivered to it, and write nothing', async () => {
  await desk.portal.db.updateTable('accounts').set({ view_only: true }).where('name', '=', 'acme').execute()
  const ask = () => desk.call('uma', 'POST', '/api/bundles/ask-question', {})
  await expect.poll(async () => (await ask()).body.code).toBe('access-denied')
  for (const name of ['mia', 'uma'] as const)
    for (const path of [byBox(), String(file.fileUrl)]) expect((await get(name, path)).text).toBe(text)
  const { body } = await get('uma', `/api/bundle-releases/${release}`)
  expect(body).toMatchObject({ account: 'acme', isDownloadable: true })
  await desk.portal.db.updateTable('accounts').set({ view_only: false }).where('name', '=', 'acme').execute()
})

test('a withdrawn release is not downloaded, and the reason is shown; a hold alone permits it', async () => {
  await desk.call('rita', 'POST', `/api/bundles/${bundle}/hold`, { reason: 'Modems stop responding' })
  expect((await get('mia', String(file.fileUrl))).status).toBe(200)
  expect((await get('mia', `/api/bundle-releases/${release}`)).body).toMatchObject({
    bundleStatus: 'ON_HOLD',
    bundleReason: 'Modems stop responding',
    isDownloadable: true,
  })
  await desk.call('rita', 'POST', `/api/bundles/${bundle}/unhold`)
  const link = String((await get('rita', `/api/box/file/upload/${fileId}/shareable-link`)).body.content)
  await desk.call('rita', 'POST', `/api/bundles/${bundle}/hold`, { reason: 'Modems burn', withdrawDownloads: true })
  for (const path of [byBox(), String(file.fileUrl)]) {
    const { status, body } = await get('mia', path)
    expect([status, body.code, body.error]).toEqual([
      409,
      'downloads-withdrawn',
      expect.stringContaining('Modems burn'),
    ])
  }
  expect((await fetch(link)).status).toBe(409)
  await desk.call('rita', 'POST', `/api/bundles/${bundle}/unhold`)
})

test('the account’s users are notified of it live and by mail, and of no other account’s', async () => {
  const [mine, other] = [await desk.live('mia'), await desk.live('bob')]
  await mine.subscribe('r', '/topic/bundle-releases/acme')
  await other.subscribe('r', '/topic/bundle-releases/blue')
  await expect((await desk.live('bob')).subscribe('x', '/topic/bundle-releases/acme')).rejects.toThrow(
    'destination-denied',
  )
  const next = await desk.release(bundle, 'acme', 'Second')
  await desk.deliver(next)
  await mine.until(
    ({ body }) => String(body).includes('bundle.release-delivered') && String(body).includes(`"id":"${next}"`),
  )
  expect(other.bodies).toEqual([])
  const { rows } = await sql<{
    recipient: string
  }>`select recipient from mail_outbox where key like ${`release.delivered ${next} %`} order by 1`.execute(
    desk.portal.db,
  )
  expect(rows.map(({ recipient }) => recipient)).toEqual([desk.users.mia.email, desk.users.uma.email].sort())
  // A template that is bound to deliveries is the text of the mails.
  await sql`
    with t as (insert into templates (name, delivery_method, title, content)
      values ('Ready', 'BellAlert', 'Ready: {{release.name}}', '{{release.name}} of {{bundle.name}} for {{account.name}}, {{user.email}}') returning id)
    insert into template_bindings (event, template_id, type, category_id, email_copy, announce, bound_by)
    select 'RELEASE_DELIVERED', t.id, 'info', (select min(id) from announcement_categories), false, false, ${desk.users.rita.id} from t`.execute(
    desk.portal.db,
  )
  const bound = await desk.release(bundle, 'acme', 'Third')
  await desk.deliver(bound)
  const mails = await sql<{ subject: string; text: string; recipient: string }>`
    select subject, body_text as text, recipient from mail_outbox where key like ${`release.delivered ${bound} %`} order by recipient`.execute(
    desk.portal.db,
  )
  expect(mails.rows).toHaveLength(2)
  for (const { subject, text, recipient } of mails.rows) {
    expect(subject).toBe('Ready: Third')
    expect(text).toMatch(new RegExp(`^Third of .+ for .+, ${recipient}`))
    expect(text).toContain(`/software/${bound}`)
  }
  expect((await sql`select from announcements where title = 'Ready: Third'`.execute(desk.portal.db)).rows).toEqual([])
  await sql`delete from template_bindings`.execute(desk.portal.db)
  mine.websocket.close()
  other.websocket.close()
})

test('the plan’s downloads of a month: the last one is taken once, by file, zip and registry alike; a security release is never rejected', async () => {
  const { db } = desk.portal
  const limit = (downloads: number) =>
    sql`insert into facet_overrides (account_id, facet_id, number_value)
      select a.id, f.id, ${downloads} from accounts a, facets f where a.name = 'acme' and f.name = 'facet-downloads-max-month'
      on conflict (account_id, facet_id) do update set number_value = excluded.number_value`.execute(db)
  const used = async () => {
    const { rows } = await sql<{ used: number }>`
      select coalesce(sum(used), 0)::int as used from facet_uses where facet = 'facet-downloads-max-month'`.execute(db)
    return rows[0]!.used
  }
  const fileOf = async (id: string) =>
    rowsOf(await get('mia', `/api/bundle-component-file-releases?bundleReleaseIds=${id}`), 'fileReleases')[0]!
  const fresh = async (more: object = {}) => {
    const { body } = await desk.call('rita', 'POST', `/api/bundle-releases?bundleId=${bundle}`, {
      name: 'Counted',
      account: 'acme',
      ...more,
    })
    await desk.deliver(String(body.id))
    return String(body.id)
  }
  const counted = await fresh()
  const security = await fresh({ isSecurity: true })
  await limit((await used()) + 1)
  const many = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      sql<{
        id: number
      }>`insert into users (email, full_name, state, is_vendor) values (${`d${at}@acme.example`}, 'D', 'active', false) returning id`
        .execute(db)
        .then(({ rows }) => rows[0]!.id),
    ),
  )
  expect(many).toHaveLength(200)
  const path = String((await fileOf(counted)).fileUrl)
  const before = await used()
  // Each request reads another part at once: as one user they are one download, so each has its own user's token.
  const replies = await Promise.all(
    (await tokensOf(many)).map((authorization) => fetch(`${desk.url}${path}`, { headers: { authorization } })),
  )
  const texts = await Promise.all(replies.map((reply) => reply.text()))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]))
  expect(await used()).toBe(before + 1)
  const rejected = JSON.parse(texts.find((one) => one.includes('period-limit-reached'))!)
  expect(rejected.error).toMatch(
    /^Downloads a month of .+: \d+ of \d+ are used\. The count starts again on \d{4}-\d\d-01 \(time zone .+\)\. Ask your customer success manager for a larger plan\.$/,
  )
  expect(Number(replies.find(({ status }) => status === 429)!.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await get('uma', `/api/bundle-releases/${counted}/archive`)).status).toBe(429)
  const { body } = await get('uma', `/api/bundle-releases/${security}`)
  expect(body.isSecurity).toBe(true)
  const securityPath = String((await fileOf(security)).fileUrl)
  expect((await get('uma', securityPath)).status).toBe(200)
  expect((await get('uma', `/api/bundle-releases/${security}/archive`)).status).toBe(200)
  // A token whose calls of the day are used up still downloads it.
  await sql`insert into facet_overrides (account_id, facet_id, number_value)
    select a.id, f.id, 0 from accounts a, facets f where a.name = 'acme' and f.name = 'facet-api-max-calls-day'`.execute(
    db,
  )
  await sql`delete from downloads`.execute(db)
  // Calls that are reserved last a second.
  await expect.poll(async () => (await get('mia', '/api/bundle-releases')).status, { timeout: 60_000 }).toBe(429)
  expect((await get('mia', securityPath)).status).toBe(200)
  await sql`delete from facet_overrides where facet_id = (select id from facets where name = 'facet-api-max-calls-day')`.execute(
    db,
  )
  // Staff do not count, and below the limit the next download passes.
  expect((await get('tom', path)).status).toBe(200)
  await limit((await used()) + 1)
  expect((await get('uma', path)).status).toBe(200)
  expect((await get('uma', path, { range: 'bytes=1-2' })).status).toBe(206)
  await sql`delete from downloads`.execute(db)
  await limit((await used()) + 1)
  expect((await get('uma', `/api/bundle-releases/${counted}/archive`)).status).toBe(200)
})

/** Gives users a role in the account and a token each. */
async function tokensOf(ids: readonly number[]): Promise<string[]> {
  const { db } = desk.portal
  await sql`insert into role_grants (user_id, role, account_id)
    select id, 'USER', ${desk.accounts.acme.id}::bigint from unnest(${ids}::bigint[]) as id`.execute(db)
  await sql`insert into api_tokens (user_id, name, hash, permissions, expires_at)
    select id, 'test', sha256(convert_to('t' || id, 'UTF8')), null, now() + interval '1 day' from unnest(${ids}::bigint[]) as id`.execute(
    db,
  )
  return ids.map((id) => `Bearer t${id}`)
}
