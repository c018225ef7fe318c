import { createHash } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tarOf } from '#kit/server/files/tar.ts'
import { labelledLogs } from '#test/logs/labelled-logs.ts'
import { type Json, type Name, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
let key: string
beforeAll(async () => {
  desk = await supportApp()
  const filed = await desk.call('uma', 'POST', '/issues?account=acme', {
    subject: 'Logs',
    description: '',
    priority: 'LOW',
  })
  key = String(filed.body.key)
})
afterAll(() => desk.close())

const SECRET = 'n0rdk4bel-RW-community'
const log = [
  'Nov 20 02:12:02 rpd-0207 sys[411]: RPD firmware 9.4.0, model RN-120-12-AC',
  'Nov 20 02:12:02 rpd-0207 sys[411]: serial RN123W08K01977 name rpd-0207',
  `Nov 20 02:13:00 rpd-0207 snmpd: community ${SECRET} access rw`,
  'Nov 20 02:36:09 rpd-0207 kernel: oom-kill pnmd rss 402 MB',
  'Nov 20 02:50:31 rpd-0207 docsis: modems online 373 of 385',
  '',
].join('\n')

function upload(name: Name, bytes: Uint8Array | string, filename: string, to = key) {
  const form = new FormData()
  form.append('file', new Blob([bytes as string]), filename)
  return desk.call(name, 'POST', `/issues/attachment?issueKey=${to}`, form)
}

async function bytesFor(name: Name, id: unknown, original = false): Promise<{ status: number; bytes: Buffer }> {
  const path = `attachment${original ? '/original' : ''}?issueKey=${key}&attachmentId=${id}`
  const response = await fetch(`${desk.url}/api/plugins/jira/issues/${path}`, { headers: desk.headersOf(name) })
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function openings(): Promise<Json[]> {
  const { body } = await desk.call('tom', 'GET', `/issues/history?issueKey=${key}`)
  const all = Object.values(body._embedded as unknown as Record<string, Json[]>)[0] ?? []
  return all.filter((event) => JSON.stringify(event).includes('attachment-original-opened'))
}

test('everybody reads the copy without secrets; the uploader and a TAC manager open the original, each time recorded', async () => {
  const { status, body } = await upload('uma', log, 'rpd-0207.log')
  expect([status, body]).toMatchObject([
    201,
    { reading: { secretCount: 1, secrets: { 'snmp-community': 1 }, lines: 5 } },
  ])
  for (const name of ['uma', 'ugo', 'mia', 'vera', 'adam', 'tom'] as const) {
    const { status: got, bytes } = await bytesFor(name, body.id)
    expect([name, got, bytes.toString()]).toEqual([name, 200, log.replace(SECRET, '[hidden]')])
    if (name === 'ugo')
      expect([body.size, body.digest]).toEqual([bytes.length, createHash('sha256').update(bytes).digest('hex')])
  }
  expect(await openings()).toHaveLength(0)
  for (const name of ['ugo', 'mia', 'vera', 'adam'] as const) {
    const rejected = await bytesFor(name, body.id, true)
    expect([name, rejected.status, rejected.bytes.includes(SECRET)]).toEqual([name, 403, false])
  }
  expect(await openings()).toHaveLength(0)
  for (const name of ['uma', 'tom', 'tom'] as const)
    expect((await bytesFor(name, body.id, true)).bytes.toString()).toBe(log)
  expect(await openings()).toHaveLength(3)
  expect((await bytesFor('bob', body.id, true)).status).toBe(404)
})

test('its facts are in the list, and known issues of its signatures are offered for the case', async () => {
  await upload('uma', log.replace('373', '370'), 'rpd-0207-2.log')
  const listed = await desk.call('ugo', 'GET', `/issues/attachments?issueKey=${key}`)
  const file = rowsOf(listed, 'attachments').find(({ filename }) => String(filename) === 'rpd-0207-2.log')
  expect(file?.reading?.facts).toMatchObject([
    { fact: 'version', value: '9.4.0', product: 'RPD firmware', line: 1 },
    { fact: 'product', product: 'RPD firmware' },
    { fact: 'serial', value: 'RN123W08K01977', line: 2 },
    { fact: 'device', value: 'rpd-0207' },
    { fact: 'modems', value: '15', line: 5 },
  ])
  expect(JSON.stringify(file)).not.toContain(SECRET)
  const declared = await fetch(`${desk.url}/api/known-issues`, {
    method: 'POST',
    headers: { ...desk.headersOf('tom'), 'content-type': 'application/json' },
    body: JSON.stringify({
      title: 'A capture ends a download',
      product: 'RPD firmware',
      component: null,
      affected: '>=9.4.0 <9.5.2',
      fixedIn: '9.5.2',
      severity: 'HIGH',
      symptom: 'restarts',
      conditions: [],
      signature: ['oom-kill pnmd'],
      workaround: '',
      releaseNote: '',
      published: true,
    }),
  })
  const { key: issue } = (await declared.json()) as { key: string }
  const matching = await desk.call('tom', 'GET', `/issues/known-issues?issueKey=${key}`)
  expect((matching.body.matching as unknown as Json[]).map((one) => String(one.key))).toContain(issue)
})

test('a draft has the facts of its files', async () => {
  const form = new FormData()
  form.append('file', new Blob([log]), 'rpd.txt')
  const { status, body } = await desk.call('uma', 'POST', '/issues/draft/file?account=acme', form)
  expect([status, body.reading?.secretCount]).toEqual([201, 1])
  const draft = await desk.call('uma', 'GET', '/issues/draft?account=acme')
  expect(draft.body.files?.[0]?.reading?.facts).toHaveLength(5)
})

test('secrets are found in gzip and tar, in UTF-16, in windows of long lines, and wherever they are repeated', async () => {
  const nested = tarOf([
    { name: 'var/log/messages.1.gz', bytes: gzipSync(log) },
    { name: 'bin/core', bytes: Buffer.from('7f454c4602010100', 'hex') },
    { name: 'etc/snmpd.conf', bytes: Buffer.from(`rocommunity x\ncommunity ${SECRET} ro\n`) },
  ])
  const long = `${'x'.repeat(9_000)} password=${'Zq7'.repeat(2_000)} ${'y'.repeat(9_000)}`
  const cases: [string, Buffer, string, (bytes: Buffer) => Buffer][] = [
    ['a.gz', gzipSync(log), SECRET, gunzipSync],
    [
      'b.tgz',
      gzipSync(nested),
      SECRET,
      (bytes) => Buffer.concat([gunzipSync(bytes), gunzipSync(gunzipSync(bytes).subarray(512))]),
    ],
    ['c.tar', nested, SECRET, (bytes) => bytes],
    [
      'd.log',
      Buffer.from(`\ufeff${log}`, 'utf16le'),
      SECRET,
      (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\0', '')),
    ],
    ['e.txt', Buffer.from(long), 'Zq7Zq7', (bytes) => bytes],
    ['f.txt', Buffer.from(`community "${SECRET}" rw\necho ${SECRET}\n`), SECRET, (bytes) => bytes],
  ]
  for (const [name, bytes, secret, open] of cases) {
    const { status, body } = await upload('uma', bytes, name)
    expect([name, status]).toEqual([name, 201])
    expect(Number(body.reading?.secretCount), name).toBeGreaterThan(0)
    const copy = await bytesFor('ugo', body.id)
    expect([name, copy.status, open(copy.bytes).includes(secret)]).toEqual([name, 200, false])
  }
})

test('zip bombs, files that are not what their name says, and archives without end are rejected in words', async () => {
  const bomb = gzipSync(Buffer.alloc(140 * 1024 * 1024))
  const many = tarOf(Array.from({ length: 2_001 }, (_, nth) => ({ name: `log.${nth}`, bytes: Buffer.from('a') })))
  const deep = [1, 2, 3, 4].reduce((bytes) => gzipSync(bytes), Buffer.from('a log'))
  const cut = gzipSync(log).subarray(0, 60)
  for (const [bytes, name, words] of [
    [bomb, 'bomb.gz', 'unpacks to more than 128 MB'],
    [gzipSync(tarOf([{ name: 'inner.gz', bytes: bomb }])), 'nested.tgz', 'unpacks to more than 128 MB'],
    [gzipSync(many), 'many.tgz', 'more than 2,000 files'],
    [deep, 'deep.gz', 'archives in archives'],
    [cut, 'cut.gz', 'not a complete gzip'],
    [Buffer.from(log), 'text.gz', 'not a complete gzip'],
    [Buffer.from(log), 'text.tar', 'not a complete tar'],
    [Buffer.from('7f454c4602010100', 'hex'), 'program.log', 'not text'],
    [gzipSync(log), 'packed.txt', 'not text'],
  ] as const) {
    const { status, body } = await upload('uma', bytes, name)
    expect([name, status, body.code, String(body.error)]).toEqual([
      name,
      422,
      'log-not-readable',
      expect.stringContaining(words),
    ])
  }
})

test('10 MB are read in 3 seconds of processor time, outside the thread that serves requests', async () => {
  const lines = labelledLogs()
    .map(({ text }) => text)
    .join('')
  const bytes = Buffer.from(lines.repeat(Math.ceil(10_400_000 / lines.length)).slice(0, 10_400_000))
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const began = process.cpuUsage()
  const { status, body } = await upload('uma', bytes, 'large.log')
  // Of the whole process, the worker included: on a busy machine the clock shows what others took.
  const { user, system } = process.cpuUsage(began)
  delay.disable()
  expect([status, Number(body.reading?.secretCount) > 1_000]).toEqual([201, true])
  const seconds = (user + system) / 1e6
  if (process.env.LOG_TRIAGE_REPORT) console.log({ seconds, longestPause: delay.max / 1e6 })
  expect(seconds).toBeLessThan(3)
  // Reading in this thread would stop it for the whole time.
  expect(delay.max / 1e9).toBeLessThan(seconds / 2)
})
