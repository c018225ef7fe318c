import { gzipSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { compress, uncompress } from 'snappyjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SupportApp, supportApp } from '#test/support-app.ts'
import { windowOf } from '../store/windows.ts'
import { parseJson } from './parse-json.ts'
import { parseRemoteWrite } from './parse-remote-write.ts'
import { parseText } from './parse-text.ts'
import { SampleBatch } from './sample-batch.ts'

let app: SupportApp
let tokensPath: string
let token: { id: string; token: string }
const text = { 'content-type': 'text/plain; version=0.0.4' }
const openMetrics = { 'content-type': 'application/openmetrics-text; version=1.0.0; charset=utf-8' }

beforeAll(async () => {
  app = await supportApp()
  const { rows } = await app.portal.pool.query<{ id: number }>(`select id from deployments where name = 'acme-1'`)
  tokensPath = `/../analytics/deployments/${rows[0]!.id}/tokens`
  token = (await app.call('adam', 'POST', tokensPath, { name: 'collector' })).body as unknown as typeof token
})
afterAll(() => app.close())

async function send(body: string | Uint8Array, headers: Record<string, string>, secret = token.token) {
  const response = await fetch(`${app.url}/api/ingest/metrics`, {
    method: 'POST',
    body: body as string,
    headers: { authorization: `Bearer ${secret}`, ...headers },
  })
  const problem = response.status === 204 ? undefined : ((await response.json()) as Record<string, unknown>)
  return { status: response.status, problem, retryAfter: response.headers.get('retry-after') }
}

async function stored(name: string) {
  const { rows } = await app.portal.pool.query<{ labels: object; at: number; value: number | null }>(
    `select labels, at_ms as at, value from metric_samples s join metric_series m on m.id = s.series_id where m.name = $1 order by at_ms, labels`,
    [name],
  )
  return rows
}

type TestSeries = {
  labels: Record<string, string>
  samples: [at: number, value: number | 'stale'][]
  histograms?: number
}

function remoteWrite(series: readonly TestSeries[]): Uint8Array {
  const out = new PbfWriter()
  for (const { labels, samples, histograms = 0 } of series)
    out.writeMessage(
      1,
      (_, one) => {
        for (const [name, value] of Object.entries(labels))
          one.writeMessage(
            1,
            (_label, pair) => {
              pair.writeStringField(1, name)
              pair.writeStringField(2, value)
            },
            null,
          )
        for (const [at, value] of samples)
          one.writeMessage(
            2,
            (_sample, pair) => {
              if (value === 'stale') {
                pair.writeFixed64Field(1, 0)
                pair.dataView.setUint32(pair.pos - 8, 2, true)
                pair.dataView.setUint32(pair.pos - 4, 0x7ff00000, true)
              } else pair.writeDoubleField(1, value)
              pair.writeVarintField(2, at)
            },
            null,
          )
        for (let left = histograms; left > 0; left -= 1)
          one.writeMessage(4, (_h, pair) => pair.writeVarintField(1, 5), null)
      },
      null,
    )
  return compress(out.finish())
}
const protobuf = { 'content-type': 'application/x-protobuf', 'content-encoding': 'snappy' }

test('remote-write: samples and stale markers are stored once, however often they are sent', async () => {
  const now = Date.now()
  const body = remoteWrite([
    {
      labels: { __name__: 'cable_rpd_up', rpd: 'RPD-1' },
      samples: [
        [now - 120_000, 1],
        [now - 60_000, 0],
        [now, 'stale'],
      ],
    },
    { labels: { rpd: 'RPD-2', __name__: 'cable_rpd_up', deployment: 'acme-1' }, samples: [[now, Number.NaN]] },
  ])
  for (const _ of [1, 2, 3]) expect((await send(body, protobuf)).status).toBe(204)
  expect(await stored('cable_rpd_up')).toEqual([
    { labels: { deployment: 'acme-1', rpd: 'RPD-1' }, at: now - 120_000, value: 1 },
    { labels: { deployment: 'acme-1', rpd: 'RPD-1' }, at: now - 60_000, value: 0 },
    { labels: { deployment: 'acme-1', rpd: 'RPD-1' }, at: now, value: null },
    { labels: { deployment: 'acme-1', rpd: 'RPD-2' }, at: now, value: Number.NaN },
  ])
})

test('OpenMetrics, Prometheus text and JSON name the same series, whatever the order of the labels', async () => {
  const at = Math.floor(Date.now() / 1000) * 1000
  const open = `# TYPE cable_flaps counter\ncable_flaps_total{b="x\\"}\\n",a="1"} 7 ${(at - 3000) / 1000} # {trace="}"} 1\n# EOF\n`
  const plain = `# TYPE cable_flaps_total gauge\ncable_flaps_total{a="1",b="x\\"}\\n"} 8 ${at - 2000}\n\n`
  const json = {
    samples: [{ name: 'cable_flaps_total', labels: { a: '1', b: 'x"}\n' }, time: at - 1000, value: '+Inf' }],
  }
  expect((await send(open, openMetrics)).status).toBe(204)
  expect((await send(gzipSync(plain), { ...text, 'content-encoding': 'gzip' })).status).toBe(204)
  expect((await send(JSON.stringify(json), { 'content-type': 'application/json' })).status).toBe(204)
  const labels = { a: '1', b: 'x"}\n', deployment: 'acme-1' }
  expect(await stored('cable_flaps_total')).toEqual([
    { labels, at: at - 3000, value: 7 },
    { labels, at: at - 2000, value: 8 },
    { labels, at: at - 1000, value: Number.POSITIVE_INFINITY },
  ])
})

test('a new series in several spellings within one request is one series, and the rest of the request is stored', async () => {
  const at = Date.now()
  const lines = [
    `spelled{a="1",b="2"} 1 ${at - 3000}`,
    `spelled{b="2",a="1"} 2 ${at - 2000}`,
    `spelled{ b="2" , a="1" , } 3 ${at - 1000}`,
    `spelled_beside 4 ${at}`,
  ]
  expect((await send(`${lines.join('\n')}\n`, text)).status).toBe(204)
  expect((await stored('spelled')).map(({ value }) => value)).toEqual([1, 2, 3])
  expect(await stored('spelled_beside')).toHaveLength(1)
  const again = { b: '2', a: '1', __name__: 'spelled_twice' }
  const sent = remoteWrite([
    { labels: { __name__: 'spelled_twice', a: '1', b: '2' }, samples: [[at - 1000, 1]] },
    { labels: again, samples: [[at, 2]] },
  ])
  expect((await send(sent, protobuf)).status).toBe(204)
  expect((await stored('spelled_twice')).map(({ value }) => value)).toEqual([1, 2])
})

test('a message of another version, or of which nothing is understood, is not acknowledged', async () => {
  const series = remoteWrite([{ labels: { __name__: 'versions' }, samples: [[Date.now(), 1]] }])
  const sendAs = async (type: string, body = series) => (await send(body, { 'content-type': type })).status
  for (const type of [
    'application/x-protobuf;proto=io.prometheus.write.v2.Request',
    'application/x-protobuf; proto="io.prometheus.write.v2.Request"',
    'application/x-protobuf; charset=utf-8; PROTO=prometheus.WriteRequest3',
  ])
    expect(await sendAs(type), type).toBe(415)
  expect(await stored('versions')).toEqual([])
  const other = new PbfWriter()
  other.writeStringField(4, 'versions')
  other.writeMessage(5, (_, one) => one.writeStringField(1, 'versions'), null)
  expect(await sendAs('application/x-protobuf', compress(other.finish()))).toBe(400)
  expect(await sendAs('application/x-protobuf; proto=prometheus.WriteRequest')).toBe(204)
  expect(await stored('versions')).toHaveLength(1)
  // A sender may send metadata alone, or nothing.
  const metadata = new PbfWriter()
  metadata.writeMessage(3, (_, one) => one.writeStringField(2, 'versions'), null)
  expect(await sendAs('application/x-protobuf', compress(metadata.finish()))).toBe(204)
})

test('what cannot be stored is rejected by name and counted, and the rest is stored', async () => {
  const now = Date.now()
  const series = (labels: Record<string, string>, ...samples: TestSeries['samples']) => ({
    labels: { __name__: 'cable_some', ...labels },
    samples,
  })
  const reply = await send(
    remoteWrite([
      series({ good: '1' }, [now, 1], [now, 2], [now - 25 * 3_600_000, 3], [now + 180_000, 4]),
      series({ deployment: 'blue-1' }, [now, 5]),
      series({ '0bad': 'x' }, [now, 6]),
      { ...series({ good: '2' }, [now, 7]), histograms: 2 },
    ]),
    protobuf,
  )
  expect(reply.status).toBe(400)
  expect(reply.problem).toMatchObject({ code: 'samples-rejected', detail: expect.stringContaining('7 of 9 samples') })
  const reasons = Object.fromEntries(
    (reply.problem!.fields as { path: string; message: string }[]).map(({ path, message }) => [path, message]),
  )
  expect(reasons).toEqual({
    'too-old': '1, for example cable_some{deployment="acme-1",good="1"}',
    'too-far-ahead': '1, for example cable_some{deployment="acme-1",good="1"}',
    'foreign-deployment': '1',
    'invalid-labels': '1',
    'native-histogram': '2, for example cable_some{deployment="acme-1",good="2"}',
    'different-value': '1, for example cable_some{deployment="acme-1",good="1"}',
  })
  expect((await stored('cable_some')).map(({ value }) => value)).toEqual([1, 7])
  const state = await app.call('vera', 'GET', tokensPath.replace('tokens', 'ingest'))
  const { rejections } = state.body as unknown as { rejections: object[] }
  const example = 'cable_some{deployment="acme-1",good="2"}'
  expect(rejections).toContainEqual({ reason: 'native-histogram', samples: 2, example, last: expect.any(String) })
  expect(state.body).toMatchObject({ newest: expect.stringMatching(/Z$/), series: expect.any(Number) })
})

test('a body that is cut short or in no known format stores nothing', async () => {
  const now = Date.now()
  const whole = remoteWrite([
    {
      labels: { __name__: 'cable_cut' },
      samples: [
        [now, 1],
        [now - 1000, 2],
      ],
    },
  ])
  for (let length = 0; length < whole.length; length += 7) {
    const { status } = await send(whole.slice(0, length), protobuf)
    expect([length, status]).toEqual([length, 400])
  }
  for (const [body, type] of [
    ['cable_cut 1\ncable_cut{a="1} 2\n# EOF\n', openMetrics],
    ['cable_cut 1\n', openMetrics],
    ['cable_cut 1\ncable_cut 2', text],
    ['cable_cut one\n', text],
    ['{"samples": [{"name": "cable_cut", "value": 1}', { 'content-type': 'application/json' }],
    ['{"samples": [{"name": "cable_cut", "value": "1"}]}', { 'content-type': 'application/json' }],
  ] as const)
    expect((await send(body, type)).status).toBe(400)
  expect((await send('<a/>', { 'content-type': 'text/xml' })).status).toBe(415)
  expect(await stored('cable_cut')).toEqual([])
})

test('a compressed body that would be larger than 32 MiB is rejected', async () => {
  const bomb = Buffer.alloc(33 * 1_048_576, 'a')
  expect((await send(gzipSync(bomb), { ...text, 'content-encoding': 'gzip' })).status).toBe(413)
  expect((await send(compress(bomb), protobuf)).status).toBe(413)
})

test('series beyond the limit of the account are rejected; the others of the request are stored', async () => {
  const { pool } = app.portal
  await pool.query(`insert into facet_overrides (account_id, facet_id, number_value)
    select a.id, f.id, (select count(*) + 2 from metric_series) from accounts a, facets f where a.name = 'acme' and f.name = 'facet-analytics-max-series'`)
  const line = (number: number) => `cable_many{number="${number}"} 1\n`
  const reply = await send([1, 2, 3, 4].map(line).join(''), text)
  expect(reply.problem).toMatchObject({ fields: [{ path: 'too-many-series', message: expect.stringMatching(/^2, /) }] })
  expect(await stored('cable_many')).toHaveLength(2)
  await pool.query('delete from facet_overrides')
})

test('a late sample is stored with the packed ones of its window', async () => {
  const { pool } = app.portal
  // All in one window.
  const at = windowOf(Date.now() - 6 * 3_600_000) + 1000
  await pool.query('update metric_windows set closed_at = now() where starts_ms < $1', [at])
  expect((await send(`cable_late 1 ${at}\ncable_late 3 ${at + 60_000}\n`, text)).status).toBe(204)
  expect((await send(`cable_late 2 ${at + 30_000}\ncable_late 1 ${at}\n`, text)).status).toBe(204)
  expect((await send(`cable_late 5 ${at}\n`, text)).problem).toMatchObject({ fields: [{ path: 'different-value' }] })
  const { rows } = await pool.query<{ samples: number }>('select sum(samples)::int as samples from metric_chunks')
  expect(rows).toEqual([{ samples: 3 }])
})

test('text that is no UTF-8, a million labels and clocks a year off are rejected by name, and a doubled body stores once', async () => {
  const now = Date.now()
  const year = 365 * 24 * 3_600_000
  const wrong = Buffer.concat([Buffer.from('cable_odd{a="'), Buffer.from([0xc3, 0x28]), Buffer.from(`"} 1 ${now}\n`)])
  const many = `cable_odd{${Array.from({ length: 1_000_000 }, (_, index) => `l${index}="x"`).join(',')}} 1 ${now}\n`
  for (const [body, headers, reason] of [
    [wrong, text, 'invalid-labels'],
    [gzipSync(many), { ...text, 'content-encoding': 'gzip' }, 'invalid-labels'],
    [`cable_odd 1 ${now - year}\n`, text, 'too-old'],
    [`cable_odd 1 ${now + year}\n`, text, 'too-far-ahead'],
  ] as const) {
    const { status, problem } = await send(body, headers)
    expect([status, problem]).toMatchObject([400, { code: 'samples-rejected', fields: [{ path: reason }] }])
  }
  expect(await stored('cable_odd')).toEqual([])
  const once = `cable_twice{a="<img src=x onerror=alert(1)>"} 1 ${now}\n`
  expect((await send(once + once, text)).status).toBe(204)
  expect(await stored('cable_twice')).toMatchObject([{ labels: { a: '<img src=x onerror=alert(1)>' }, value: 1 }])
})

test('a token of another deployment stores nothing under this one', async () => {
  const { rows } = await app.portal.pool.query<{ id: number }>(`select id from deployments where name = 'blue-1'`)
  const path = `/../analytics/deployments/${rows[0]!.id}/tokens`
  const other = (await app.call('adam', 'POST', path, { name: 'blue' })).body as unknown as typeof token
  const { problem } = await send('cable_mine{deployment="acme-1"} 1\ncable_mine 2\n', text, other.token)
  expect(problem).toMatchObject({ fields: [{ path: 'foreign-deployment' }] })
  expect(await stored('cable_mine')).toMatchObject([{ labels: { deployment: 'blue-1' }, value: 2 }])
})

test('a disk that is full in the middle of a request stores nothing of it; the sender repeats it later', async () => {
  const { pool } = app.portal
  await pool.query(`create function disk_full() returns trigger language plpgsql as $$ begin
      if new.value = 666 then raise exception 'could not extend file: No space left on device' using errcode = '53100'; end if; return new; end $$;
    create trigger disk_full before insert on metric_samples for each row execute function disk_full()`)
  const at = Date.now()
  const body = `cable_full{n="1"} 1 ${at}\ncable_full{n="2"} 666 ${at}\n`
  expect(await send(body, text)).toMatchObject({
    status: 503,
    problem: { code: 'temporarily-unavailable' },
    retryAfter: '2',
  })
  expect(await stored('cable_full')).toEqual([])
  expect((await app.call('vera', 'GET', tokensPath)).status).toBe(200)
  await pool.query('drop trigger disk_full on metric_samples; drop function disk_full()')
  expect((await send(body, text)).status).toBe(204)
  expect(await stored('cable_full')).toHaveLength(2)
})

test('a large body is read in small steps, between which others are served, whatever its format', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => index)
  const samples = many.map((one) => ({ name: 'steps', labels: { rpd: `R${one}` }, value: one }))
  const one: TestSeries = { labels: { __name__: 'steps' }, samples: many.map((value) => [Date.now(), value]) }
  for (const [format, read] of Object.entries({
    text: (batch: SampleBatch) =>
      parseText(many.map((value) => `steps ${value}\n`).join(''), batch, { isOpenMetrics: false }),
    'a long line': (batch: SampleBatch) =>
      parseText(`steps{a="${'b'.repeat(4_000_000)}"} 1\n`, batch, { isOpenMetrics: false }),
    'a list of JSON': (batch: SampleBatch) => parseJson(Buffer.from(JSON.stringify({ samples })), batch),
    'one series': (batch: SampleBatch) => parseRemoteWrite(Buffer.from(uncompress(remoteWrite([one]))), batch),
  })) {
    const batch = new SampleBatch({ deployment: 'acme-1', cache: new Map(), now: Date.now() })
    const steps = [...read(batch)].length
    expect([format, batch.received]).toEqual([format, format === 'a long line' ? 1 : many.length])
    expect([format, steps]).toEqual([format, expect.toSatisfy((count: number) => count >= 30)])
  }
})

test('a token writes until it is revoked', async () => {
  expect((await send('cable_x 1\n', text, 'hdd_unknown')).problem).toMatchObject({ code: 'deployment-token-invalid' })
  expect((await send('cable_x 1\n', text, app.headersOf('adam').authorization!.slice(7))).status).toBe(401)
  const { rows } = await app.portal.pool.query<{ used: boolean }>(
    'select last_used_at is not null as used from deployment_tokens where id = $1',
    [token.id],
  )
  expect(rows).toEqual([{ used: true }])
  expect((await app.call('adam', 'DELETE', `${tokensPath}/${token.id}`)).status).toBe(204)
  expect((await send('cable_x 1\n', text)).status).toBe(401)
})
