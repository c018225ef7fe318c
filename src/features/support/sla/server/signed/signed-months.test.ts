import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addJob, defineJob } from '#kit/server/job.ts'
import { type Json, type Name, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'
import { queueSigning, signMonthsTask } from './sign-months.ts'

const run = promisify(execFile)
let desk: SupportApp
let folder: string
let account: number
let id: string
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await desk.portal.pool.query<Row & Record<string, unknown>>(text, values)).rows

beforeAll(async () => {
  desk = await supportApp()
  folder = await mkdtemp(join(tmpdir(), 'headend-sla-'))
  await query(`update accounts set created_at = '2026-01-01', time_zone = 'Asia/Kolkata'`)
  account = (await query<{ id: number }>(`select id from accounts where name = 'acme'`))[0]!.id
  id = `${account}-2026-03`
  await query(
    `insert into sla_months (account_id, month, time_zone, cn, cn_d31, non_cn, d31, onu, counts_read_at) values ($1, '2026-03', 'Asia/Kolkata', 2000, 1000, 50, 1000, 7, '2026-04-01T00:00:00Z')`,
    [account],
  )
  await outage('ACME-801', '2026-03-10T12:00:00Z', { minutes: 100, modems: 100, vendor: true })
  await outage('ACME-802', '2026-03-31T18:00:00Z', { minutes: 90, modems: 60, vendor: false })
  await outage('ACME-803', '2026-03-12T12:00:00Z', { minutes: 9, modems: 11, vendor: true, status: 'DECLINED' })
})
afterAll(async () => {
  await desk.close()
  await rm(folder, { recursive: true, force: true })
})

type Fields = { minutes: number; modems: number; vendor: boolean; status?: string }
async function outage(key: string, begins: string, { minutes, modems, vendor, status = 'RESOLVED' }: Fields) {
  await query(
    `with c as (insert into cases (account_id, key, type, priority, subject, status, reporter_id) values ($1, $2, 'OUTAGE', 'CRITICAL', '=No "light", Łódź', $3, $4) returning id)
     insert into outages (case_id, conversion, started_at, ended_at, total_cms_affected, is_vendor_issue, by_family)
     select id, 'DONE', $5::timestamptz, $5::timestamptz + make_interval(mins => $6), $7, $8, null from c`,
    [account, key, status, desk.ids.tom, begins, minutes, modems, vendor],
  )
}

async function bytesOf(path: string, who: Name = 'mia') {
  const reply = await fetch(`${desk.url}/api/plugins/jira/sla-stats/${path}`, { headers: desk.headersOf(who) })
  const bytes = Buffer.from(await reply.arrayBuffer())
  return { reply, bytes, hash: createHash('sha256').update(bytes).digest('hex') }
}
const list = async (who: Name = 'mia') =>
  rowsOf(
    await desk.call(who, 'GET', '/signed-sla-months?account=acme&from=2026-03&until=2026-03'),
    'signedSlaMonths',
  ) as readonly Json[]
const signed = (revision: number) =>
  vi.waitFor(
    async () => {
      const row = (await list()).find((one) => Number(one.revision) === revision)
      expect(row?.signed).not.toBeNull()
      return row!.signed as Json
    },
    { timeout: 30_000, interval: 100 },
  )
const codeOf = async (path: string, who: Name = 'mia') => {
  const { status, body } = await desk.call(who, 'GET', `/sla-stats/${path}`)
  return [status, body.code]
}

/** What openssl prints of a downloaded file, its signature and the published key. */
async function verify(format: string, revision: number, keyId: string, change = (bytes: Buffer) => bytes) {
  const keys = (await (await fetch(`${desk.url}/.well-known/headend-keys.json`)).json()) as {
    keys: { keyId: string; publicKey: string }[]
  }
  const [key, file, sig] = ['key.pem', 'file', 'file.sig'].map((name) => join(folder, name)) as [string, string, string]
  const from = `?format=${format}&revision=${revision}`
  await writeFile(key, keys.keys.find((one) => one.keyId === keyId)!.publicKey)
  await writeFile(file, change((await bytesOf(`${id}/signed-file${from}`)).bytes))
  await writeFile(sig, (await bytesOf(`${id}/signature${from}`)).bytes)
  const options = ['pkeyutl', '-verify', '-pubin', '-inkey', key, '-rawin', '-in', file, '-sigfile', sig]
  return run('openssl', options).then(
    ({ stdout }) => stdout.trim(),
    (failure: { stdout: string }) => failure.stdout.trim(),
  )
}

/** The texts of a PDF with standard fonts. */
function textsOf(pdf: Buffer): string[] {
  const streams = pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)
  return [...streams].flatMap(([, packed = '']) => {
    const content = inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
    return [...content.matchAll(/\[([^\]]*)\] TJ/g)].map(([, shown = '']) =>
      [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
    )
  })
}

test('what is not there yet is a 409 with the reason', async () => {
  expect(await codeOf(`${id}/signed-file?format=json`)).toEqual([409, 'sla-month-not-closed'])
  expect(await codeOf(`${id}/signature?format=pdf`)).toEqual([409, 'sla-month-not-closed'])
  expect(await codeOf(`${account}-2026-04/signed-file?format=json`)).toEqual([409, 'sla-month-not-closed'])
  expect(await codeOf(`${id}/signed-file?format=json&revision=1`)).toEqual([404, 'sla-stat-not-found'])
  expect(await list()).toEqual([])
})

test('a closed month is signed as JSON, CSV and PDF; openssl verifies each of them', async () => {
  await addJob(desk.portal.db, defineJob('support.close-sla-months'), {})
  const { keyId, files } = await signed(1)
  for (const format of ['json', 'csv', 'pdf']) {
    const { bytes, hash } = await bytesOf(`${id}/signed-file?format=${format}`)
    expect(files![format as keyof Json], format).toEqual({ sha256: hash, size: bytes.length })
    expect(await verify(format, 1, String(keyId)), format).toBe('Signature Verified Successfully')
    const changed = (original: Buffer) => Buffer.from(original.map((byte, index) => (index === 30 ? byte ^ 1 : byte)))
    expect(await verify(format, 1, String(keyId), changed), format).toBe('Signature Verification Failure')
  }
  const csv = (await bytesOf(`${id}/signed-file?format=csv`)).bytes.toString()
  expect(csv.split('\r\n').map((line) => line.split(',')[0])).toEqual([
    '\ufeffRow',
    'month',
    ...'ooo'.split('').map(() => 'outage'),
    '',
  ])
  const { bytes: pdf, reply } = await bytesOf(`${id}/signed-file?format=pdf`)
  expect(reply.headers.get('content-disposition')).toContain('sla-acme-2026-03-1.pdf')
  const texts = textsOf(pdf)
  for (const text of ['SLA month 2026-03', 'ACME-801', '10 Mar 2026, 17:30', '10,000', 'Withdrawn'])
    expect(texts).toContain(text)
  expect(texts.join(' ')).toContain('time zone Asia/Kolkata')
})

test('the figures of the signed JSON follow from its own lines', async () => {
  const document = JSON.parse((await bytesOf(`${id}/signed-file?format=json`)).bytes.toString())
  const total = document.devices.total * document.minutes
  expect([document.minutes, document.devices.total]).toEqual([44_640, 2057])
  for (const [view, counts] of [
    ['vendor', (vendor: boolean) => vendor],
    ['nonVendor', (vendor: boolean) => !vendor],
    ['blended', () => true],
  ] as const) {
    let lost = 0
    for (const { counted, isVendorIssue, countedMinutes, totalCmsAffectedCounted } of document.outages)
      if (counted && counts(isVendorIssue)) lost += countedMinutes * totalCmsAffectedCounted
    const cut = String((BigInt(total - lost) * 100_000n) / BigInt(total))
    expect(document.figures[view]).toMatchObject({
      lostModemMinutes: lost,
      totalModemMinutes: total,
      availability: `${cut.slice(0, -3)}.${cut.slice(-3)}`,
    })
  }
  // Half an hour of the second outage is in March; the third was declined.
  expect(document.figures.blended.lostModemMinutes).toBe(100 * 100 + 30 * 60)
})

test('made again by two runs at once, the files are the same and stored once', async () => {
  const before = await list()
  await query('delete from signed_sla_months')
  expect(await codeOf(`${id}/signed-file?format=json`)).toEqual([409, 'sla-month-not-signed'])
  await Promise.all([signMonthsTask(desk.portal).run({}), signMonthsTask(desk.portal).run({})])
  const after = await list()
  expect(after).toHaveLength(1)
  expect(after[0]!.signed!.files).toEqual(before[0]!.signed!.files)
})

test('however many months were closed, one job signs them, and the workers of the portal are free for others', async () => {
  const jobs = `select count(*)::int as all, count(distinct j.job_queue_id)::int as queues from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'support.sign-sla-months'`
  const holder = await desk.portal.pool.connect()
  try {
    await holder.query('begin; lock table sla_revisions in access exclusive mode')
    for (let batch = 0; batch < 6; batch += 1) await desk.portal.db.transaction().execute((tx) => queueSigning(tx))
    const [{ all, queues } = { all: 0, queues: 0 }] = await query<{ all: number; queues: number }>(jobs)
    // One that runs, one that waits.
    expect(all).toBeLessThanOrEqual(2)
    expect(queues).toBe(1)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})

test('an edit of an outage of the closed month makes revision 2 with its reason; revision 1 stays', async () => {
  const before = await bytesOf(`${id}/signed-file?format=json`)
  const correction = { ended: '2026-03-10T14:00:00.000Z', correction: 'Light was back later.' }
  expect((await desk.call('tom', 'PATCH', '/outages/ACME-801', correction)).status).toBe(200)
  await signed(2)
  expect(await list()).toMatchObject([
    { revision: 2, reason: 'Light was back later.' },
    { revision: 1, reason: null },
  ])
  expect((await bytesOf(`${id}/signed-file?format=json&revision=1`)).hash).toBe(before.hash)
  const second = JSON.parse((await bytesOf(`${id}/signed-file?format=json`)).bytes.toString())
  expect(second).toMatchObject({ revision: { number: 2, reason: 'Light was back later.' } })
  expect(second.figures.vendor.lostModemMinutes).toBe(120 * 100)
  expect(JSON.stringify(second)).not.toContain('Tom Tac')
  const keyId = String((await signed(2)).keyId)
  for (const [revision, format] of [
    [1, 'json'],
    [2, 'pdf'],
  ] as const)
    expect(await verify(format, revision, keyId)).toBe('Signature Verified Successfully')
})

test('another installation with its own key makes the same files of the same revisions', async () => {
  const other = await supportApp()
  try {
    for (const table of ['sla_months', 'sla_revisions']) {
      const rows = await query<{ row: object }>(`select to_jsonb(t) as row from ${table} t`)
      await other.portal.pool.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(rows.map(({ row }) => row)),
      ])
    }
    await signMonthsTask(other.portal).run({})
    const files = `select month, revision, encode(sha256(json), 'hex') as json, encode(sha256(csv), 'hex') as csv, encode(sha256(pdf), 'hex') as pdf from signed_sla_months order by 1, 2`
    const keys = 'select distinct key_id from signed_sla_months'
    const made = await query(files)
    expect(made.filter(({ month }) => month === '2026-03')).toHaveLength(2)
    expect((await other.portal.pool.query(files)).rows).toEqual(made)
    expect((await other.portal.pool.query(keys)).rows).not.toEqual(await query(keys))
  } finally {
    await other.close()
  }
})

test('the files are for those who may read the SLA report of the account', async () => {
  for (const who of ['uma', 'carl', 'finn', 'vera'] as const) {
    expect((await desk.call(who, 'GET', '/signed-sla-months?account=acme')).status, who).toBe(403)
    for (const call of ['signed-file', 'signature'])
      expect((await desk.call(who, 'GET', `/sla-stats/${id}/${call}?format=csv`)).status, who).toBe(403)
  }
  const [blue] = await query<{ id: number }>(`select id from accounts where name = 'blue'`)
  expect((await desk.call('mia', 'GET', '/signed-sla-months?account=blue')).status).toBe(404)
  expect(await codeOf(`${blue!.id}-2026-03/signed-file?format=csv`)).toEqual([404, 'sla-stat-not-found'])
  expect((await bytesOf(`${id}/signature?format=csv`, 'tom')).bytes).toHaveLength(64)
})
