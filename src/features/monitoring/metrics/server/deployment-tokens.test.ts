import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let app: SupportApp
let path: string
let other: string

beforeAll(async () => {
  app = await supportApp()
  const { rows } = await app.portal.pool.query<{ id: number; name: string }>('select id, name from deployments')
  const tokensOf = (name: string) => `/../analytics/deployments/${rows.find((row) => row.name === name)!.id}/tokens`
  path = tokensOf('acme-1')
  other = tokensOf('blue-1')
})
afterAll(() => app.close())

test('a token is shown once, listed without its secret, and revoked', async () => {
  const created = await app.call('victor', 'POST', path, { name: 'Prometheus of the lab' })
  expect(created.status).toBe(201)
  const { id, token } = created.body as unknown as { id: string; token: string }
  expect(token).toMatch(/^hdd_[\w-]{43}$/)
  const listed = await app.call('vera', 'GET', path)
  expect(rowsOf(listed, 'tokens')).toMatchObject([
    { id, name: 'Prometheus of the lab', createdBy: 'Victor Vendor', lastUsedAt: null },
  ])
  expect(listed.text).not.toContain(token)
  expect((await app.call('victor', 'DELETE', `${other}/${id}`)).status).toBe(404)
  expect((await app.call('victor', 'DELETE', `${path}/${id}`)).status).toBe(204)
  expect((await app.call('victor', 'DELETE', `${path}/${id}`)).body.code).toBe('deployment-token-not-found')
  expect(rowsOf(await app.call('vera', 'GET', path), 'tokens')).toEqual([])
  const { rows } = await app.portal.pool.query<{ name: string }>(
    `select name from events where subject = 'deployment' order by id`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['deployment.token-created', 'deployment.token-revoked'])
})

test('customers and staff without the permission create no token', async () => {
  for (const name of ['mia', 'uma', 'vera'] as const)
    expect((await app.call(name, 'POST', path, { name: 'x' })).status).toBe(403)
  expect((await app.call('mia', 'GET', path)).status).toBe(403)
})

test('a deployment has at most 20 tokens, with names of one line', async () => {
  expect((await app.call('adam', 'POST', other, { name: 'a\nb' })).status).toBe(400)
  for (let made = 0; made < 20; made += 1) await app.call('adam', 'POST', other, { name: `Collector ${made}` })
  const rejected = await app.call('adam', 'POST', other, { name: 'One more' })
  expect(rejected.body.code).toBe('deployment-token-limit-reached')
})
