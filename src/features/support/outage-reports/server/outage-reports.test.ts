import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Name, type Reply, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
beforeAll(async () => {
  desk = await supportApp()
  await desk.portal.pool.query(`update accounts set time_zone = 'Asia/Tokyo' where name = 'acme'`)
})
afterAll(() => desk.close())

// Yesterday: an outage of long ago is not taken.
const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const dayText = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))
const started = `${day}T10:00:00.000Z`
const ended = `${day}T11:14:00.000Z`
const texts = {
  what: '**No light** on RPD-0311',
  who: '- acme cable',
  times: `Start: ${dayText}, 19:00`,
  cause: 'A cut fibre, *twice*',
  actions: '1. Spliced\n2. Measured',
  prevention: 'A second path by Łódź',
}

async function outage(fields: object = { ended }): Promise<string> {
  const body = { subject: 'No light on RPD-0311', description: 'Since the storm.', priority: 'HIGH' }
  const key = String((await desk.call('uma', 'POST', '/issues?account=acme', body)).body.key)
  const given = { started, totalCmsAffected: 411, reason: 'fibre', planOfAction: 'Add a second path.', ...fields }
  expect((await desk.call('victor', 'POST', `/issues/convert-to-outage?issueKey=${key}`, given)).status).toBe(200)
  await vi.waitFor(
    async () => expect((await desk.call('uma', 'GET', `/issues/${key}`)).body).toMatchObject({ type: 'OUTAGE' }),
    { timeout: 20_000, interval: 100 },
  )
  return key
}
const read = (who: Name, key: string) => desk.call(who, 'GET', `/outage-reports/${key}`)
const save = (key: string, body: object = texts, version?: unknown, who: Name = 'victor') =>
  desk.call(who, 'PUT', `/outage-reports/${key}`, body, version === undefined ? {} : { 'if-match': `"${version}"` })
const publish = (key: string, version?: unknown, who: Name = 'victor') =>
  desk.call(
    who,
    'POST',
    `/outage-reports/${key}/publish`,
    {},
    version === undefined ? {} : { 'if-match': `"${version}"` },
  )
async function pdf(who: Name, key: string) {
  const reply = await fetch(`${desk.url}/api/plugins/jira/outage-reports/${key}/pdf`, { headers: desk.headersOf(who) })
  const bytes = Buffer.from(await reply.arrayBuffer())
  return { reply, bytes, hash: createHash('sha256').update(bytes).digest('hex') }
}
const codeOf = ({ status, body }: Reply) => [status, body.code]

test('the draft is made from public texts alone, with times of the account', async () => {
  const key = await outage()
  const post = (path: string, body: object) => desk.call('victor', 'POST', `${path}issueKey=${key}`, body)
  expect((await post('/outage-entries?', { body: 'Crew on site.', at: `${day}T10:20:00.000Z` })).status).toBe(201)
  expect((await post('/outage-entries/internal?', { body: 'Zkanarie1' })).status).toBe(201)
  expect((await post('/issues/comment/internal?', { body: 'Zkanarie2' })).status).toBe(201)
  const { body, text, headers } = await read('vera', key)
  expect(headers.get('etag')).toBe('"0"')
  expect(body.published).toBeNull()
  expect(body.draft).toMatchObject({
    saved: false,
    revision: 1,
    what: '**No light on RPD-0311**\n\nSince the storm.',
    cause: 'Fibre',
    actions: `- **${dayText}, 19:20** Crew on site.`,
    prevention: 'Add a second path.',
  })
  expect(body.draft!.times).toContain(`End: ${dayText}, 20:14`)
  expect(body.draft!.times).toContain('Asia/Tokyo')
  expect(body.draft!.who).toContain('411')
  expect(text).not.toContain('Zkanarie')
  expect((await save(key, texts, 0)).status).toBe(200)
  expect((await publish(key)).status).toBe(200)
  expect((await read('uma', key)).text).not.toContain('Zkanarie')
})

test('an outage that goes on has no report', async () => {
  const key = await outage({})
  expect(codeOf(await read('vera', key))).toEqual([404, 'outage-report-not-found'])
  expect(codeOf(await save(key))).toEqual([409, 'outage-not-over'])
  expect(codeOf(await publish(key))).toEqual([409, 'outage-report-without-draft'])
})

test('staff save and publish; the account reads nothing before, and the published text while the next is written', async () => {
  const key = await outage()
  expect(codeOf(await read('uma', key))).toEqual([404, 'outage-report-not-found'])
  expect(codeOf(await publish(key))).toEqual([409, 'outage-report-without-draft'])
  for (const who of ['uma', 'mia', 'vera'] as const) {
    expect((await save(key, texts, 0, who)).status, who).toBe(403)
    expect((await publish(key, 0, who)).status, who).toBe(403)
  }
  expect((await save(key, { ...texts, cause: 'x'.repeat(10_001) })).status).toBe(400)
  expect((await save(key, { ...texts, cause: ' ' }, 0)).body).toMatchObject({ version: 1, draft: { saved: true } })
  expect((await save(key, texts, 0)).status).toBe(412)
  expect((await read('uma', key)).status).toBe(404)
  expect((await pdf('uma', key)).reply.status).toBe(404)
  expect((await publish(key, 1)).body).toMatchObject({ status: 400, fields: [{ path: 'cause' }] })
  expect((await save(key, texts, 1)).status).toBe(200)
  expect((await publish(key, 1)).status).toBe(412)
  expect((await publish(key, 2)).body).toMatchObject({ version: 3, draft: null, published: { revision: 1 } })
  expect((await read('uma', key)).body).toMatchObject({ version: 3, draft: null, published: { ...texts, revision: 1 } })

  const next = await save(key, { ...texts, cause: 'Zkanarie3' }, 3)
  expect(next.body).toMatchObject({ version: 4, draft: { revision: 2 }, published: { revision: 1 } })
  const before = await read('uma', key)
  expect(before.body).toMatchObject({ version: 3, draft: null, published: { revision: 1, cause: texts.cause } })
  expect(before.text).not.toContain('Zkanarie3')
  expect((await publish(key, 4)).status).toBe(200)
  expect((await read('uma', key)).body.published).toMatchObject({ revision: 2, cause: 'Zkanarie3' })
  for (const who of ['bob', 'carl'] as const) expect((await read(who, key)).status, who).toBe(404)
  expect((await pdf('bob', key)).reply.status).toBe(404)
  expect((await read('finn', key)).status).toBe(403)

  const history = async (who: Name) =>
    rowsOf(await desk.call(who, 'GET', `/issues/history?issueKey=${key}`), 'entries').map(({ name }) => String(name))
  await vi.waitFor(async () => expect(await history('uma')).toContain('case.outage-report-published'), {
    timeout: 20_000,
    interval: 100,
  })
  expect(await history('uma')).not.toContain('case.outage-report-saved')
  expect(await history('vera')).toContain('case.outage-report-saved')
  await vi.waitFor(
    async () => {
      const { rows } = await desk.portal.pool.query<{ to: string }>(
        `select distinct recipient as to from mail_outbox where body_text like $1`,
        [`%published the reason-for-outage report of ${key}.%`],
      )
      expect(rows.map(({ to }) => to)).toContain('uma@desk.example')
    },
    { timeout: 20_000, interval: 100 },
  )
})

test('the PDF of a revision has the same bytes each time, whatever changes later', async () => {
  const key = await outage()
  await save(key)
  await publish(key)
  const first = await pdf('uma', key)
  expect(first.reply.headers.get('content-type')).toBe('application/pdf')
  expect(first.reply.headers.get('content-disposition')).toBe(`attachment; filename="reason-for-outage-${key}-1.pdf"`)
  expect(first.reply.headers.get('cache-control')).toBe('no-store')
  expect(first.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await desk.call('victor', 'PATCH', `/issues/${key}`, { subject: 'Another subject' })).status).toBe(200)
  await desk.portal.pool.query(`update accounts set time_zone = 'Europe/Berlin' where name = 'acme'`)
  expect((await pdf('vera', key)).hash).toBe(first.hash)
  await save(key, { ...texts, cause: 'Another cause' })
  expect((await pdf('uma', key)).hash).toBe(first.hash)
  await publish(key)
  expect((await pdf('uma', key)).hash).not.toBe(first.hash)
})

test('the report is deleted with its case', async () => {
  const key = await outage()
  await save(key)
  await publish(key)
  expect((await desk.call('adam', 'DELETE', `/issues/${key}`)).status).toBeLessThan(300)
  const { rows } = await desk.portal.pool.query(
    `select 1 from outage_reports r where not exists (select from cases c where c.id = r.case_id)`,
  )
  expect(rows).toEqual([])
  expect((await read('vera', key)).status).toBe(404)
})
