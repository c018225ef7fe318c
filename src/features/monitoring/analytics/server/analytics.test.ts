import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Json, type Name, type SupportApp, supportApp } from '#test/support-app.ts'
import { readFigures } from './read-figures.ts'

let app: SupportApp
const minute = 60_000
/** Samples end at the last whole five minutes. */
const end = Math.floor(Date.now() / (5 * minute)) * 5 * minute
const tokens: Record<string, string> = {}

beforeAll(async () => {
  app = await supportApp()
  const { rows } = await app.portal.pool.query<{ id: number; name: string }>('select id, name from deployments')
  for (const { id, name } of rows) {
    const made = await app.call('adam', 'POST', `/../analytics/deployments/${id}/tokens`, { name: 'test' })
    tokens[name] = (made.body as unknown as { token: string }).token
  }
  const lines: string[] = []
  for (let at = end - 90 * minute; at <= end; at += minute) {
    const busy = at > end - 30 * minute ? 0.9 : 0.5
    for (const [ccap, md, modems] of [
      ['core01', '17:0', 100],
      ['core02', '12:0', 300],
    ] as const) {
      const place = `cluster="c1",ccap="${ccap}",rpd="RPD-${md.slice(0, 2)}",md="${md}"`
      lines.push(
        `cable_modems{${place},docsis_version="3.1",state="online"} ${modems - 10} ${at}`,
        `cable_modems{${place},docsis_version="3.1",state="partial"} 4 ${at}`,
        `cable_modems{${place},docsis_version="3.0",state="offline"} 6 ${at}`,
        `cable_md_utilization_ratio{${place},direction="ds"} ${md === '12:0' ? busy : 0.2} ${at}`,
        `cable_md_utilization_ratio{${place},direction="us"} 0.3 ${at}`,
        `cable_md_capacity_bits_per_second{${place},direction="ds"} 2e9 ${at}`,
      )
    }
  }
  await ingest('acme-1', lines)
  await readFigures(app.portal.db, Date.now())
})
afterAll(() => app.close())

async function ingest(deployment: string, lines: readonly string[]): Promise<void> {
  const sent = await fetch(`${app.url}/api/ingest/metrics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[deployment]}`, 'content-type': 'text/plain' },
    body: `${lines.join('\n')}\n`,
  })
  if (sent.status !== 204) throw new Error(await sent.text())
}

const read = (name: Name, path: string) => app.call(name, 'GET', `/../analytics/${path}`)

test('the summary names modems, outages and newest sample of each deployment; missing and off are states of their own', async () => {
  const { status, body } = await read('vera', 'info-summary/map')
  expect(status).toBe(200)
  const { acme, blue, bare } = body.map as unknown as Record<string, Json>
  expect(acme).toMatchObject({
    state: 'FINE',
    online: 388,
    known: 400,
    outages: 0,
    newest: new Date(end).toISOString(),
    deployments: [{ name: 'acme-1', state: 'FINE', online: 388, known: 400 }],
  })
  expect(acme!.recent as unknown as number[]).toHaveLength(36)
  expect(blue).toMatchObject({ state: 'MISSING', online: null, newest: null })
  expect(bare).toBeUndefined()
  await app.portal.pool.query(`update deployments set enable_monitoring = false where name = 'blue-1'`)
  expect((await read('vera', 'info-summary/map?account=blue')).body.map).toMatchObject({ blue: { state: 'OFF' } })
  await app.portal.pool.query(`update deployments set enable_monitoring = true where name = 'blue-1'`)
  expect(Object.keys((await read('uma', 'info-summary/map')).body.map!)).toEqual(['acme'])
  expect((await read('carl', 'info-summary/map')).status).toBe(403)
  // Half an hour later the samples are stale.
  await readFigures(app.portal.db, Date.now() + 30 * minute)
  expect((await read('uma', 'info-summary/map')).body.map).toMatchObject({ acme: { state: 'MISSING', online: null } })
  await readFigures(app.portal.db, Date.now())
})

test('the extended summary counts clusters, cores, RPDs, MAC domains and modems by state', async () => {
  const { body } = await read('uma', 'info-extended?account=acme')
  expect(body.deployments).toEqual([
    {
      id: expect.any(String),
      name: 'acme-1',
      clusters: [{ name: 'c1', ccaps: 2, rpds: 2, macDomains: 2, online: 388, known: 400 }],
      modemsByState: { online: 380, partial: 8, offline: 12 },
      modemsByDocsisVersion: { '3.0': 12, '3.1': 388 },
      onusByState: {},
    },
  ])
  expect((await read('uma', 'info-extended?account=blue')).status).toBe(404)
})

test('modems online over time have a point per step, null where samples are missing', async () => {
  const [from, to] = [end - 95 * minute, end].map((at) => new Date(at).toISOString())
  const { body } = await read('uma', `clusters-total/graph?account=acme&from=${from}&to=${to}&step=300`)
  expect(body).toMatchObject({ from, to, step: 300, zone: 'US/Pacific' })
  expect(body.total).toEqual([null, ...Array.from({ length: 19 }, () => 388)])
  expect(body.graph).toMatchObject([{ deployment: 'acme-1', cluster: 'c1' }])
  expect((await read('uma', `clusters-total/graph?account=acme&from=${to}&to=${from}`)).body.fields).toMatchObject([
    { path: 'from' },
  ])
})
