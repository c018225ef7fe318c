import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Prism, startPrism, startPrismProxy } from '#test/directories/prism.ts'
import { type SupportApp, supportApp } from '#test/support-app.ts'

/** TM Forum's own description of TMF621 v4. */
const description = fileURLToPath(new URL('../tmf621-v4.swagger.json', import.meta.url))
let app: SupportApp
/** Between the client and the portal. */
let proxy: Prism
/** A listener made from the description: it rejects what the description does not allow. */
let listener: Prism
let token: string

beforeAll(async () => {
  listener = await startPrism(description)
  app = await supportApp({ PRIVATE_HOSTS: new URL(listener.url).host })
  proxy = await startPrismProxy(description, `${app.url}/tmf-api/troubleTicket/v4`)
  const made = await app.call('mia', 'POST', '/../../ticket-exchange/tokens?account=acme', {
    name: 'ITSM of acme',
    rights: ['READ', 'WRITE', 'HUB'],
  })
  token = String(made.body.token)
})
afterAll(async () => {
  await proxy.close()
  await app.close()
  await listener.close()
})

async function call(method: string, path: string, body?: object, as = token) {
  const response = await fetch(`${proxy.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body ? { 'content-type': 'application/json;charset=utf-8' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  expect([method, path, response.headers.get('sl-violations')]).toEqual([method, path, null])
  return { status: response.status, body: text ? JSON.parse(text) : undefined }
}

test('no request and no response of tickets and subscriptions violates the description of TM Forum', async () => {
  const created = await call('POST', '/troubleTicket', {
    name: 'Node 12 offline',
    description: 'Modems of node 12 go offline.',
    severity: 'Critical',
    ticketType: 'incident',
    externalId: 'INC-77',
    relatedEntity: [{ id: 'cOS', name: 'cOS', role: 'affected', '@referredType': 'Product' }],
    note: [{ author: 'Jan', text: 'It began at 09:00.' }],
    attachment: [{ name: 'cmts.log', content: Buffer.from('line').toString('base64') }],
  })
  expect(created.status).toBe(201)
  const { id } = created.body
  expect((await call('GET', `/troubleTicket/${id}`)).body).toEqual(created.body)
  expect((await call('GET', '/troubleTicket?fields=status&offset=0&limit=10')).body).toHaveLength(1)
  const changed = await call('PATCH', `/troubleTicket/${id}`, { status: 'closed', statusChangeReason: 'It works.' })
  expect([changed.status, changed.body.status]).toEqual([200, 'closed'])
  expect((await call('PATCH', `/troubleTicket/${id}`, { status: 'held' })).status).toBe(409)
  expect((await call('GET', '/troubleTicket/ACME-999')).status).toBe(404)
  expect((await call('GET', '/troubleTicket', undefined, 'hda_unknown')).status).toBe(401)
  const withdrawn = await call('POST', '/troubleTicket', {
    description: 'Filed by mistake.',
    severity: 'Minor',
    ticketType: 'incident',
  })
  for (let time = 0; time < 2; time += 1)
    expect((await call('DELETE', `/troubleTicket/${withdrawn.body.id}`)).status).toBe(204)
  expect((await call('GET', `/troubleTicket/${withdrawn.body.id}`)).body.status).toBe('cancelled')
  expect((await call('DELETE', '/troubleTicket/ACME-999')).status).toBe(404)
  const hub = await call('POST', '/hub', { callback: listener.url })
  expect(hub.status).toBe(201)
  expect((await call('POST', '/hub', { callback: 'https://10.0.0.1/' })).status).toBe(400)
  expect((await call('DELETE', `/hub/${hub.body.id}`)).status).toBe(204)
})

test('the proxy detects a violation', async () => {
  const response = await fetch(`${proxy.url}/troubleTicket`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json;charset=utf-8' },
    body: JSON.stringify({ description: 'No severity.' }),
  })
  expect(response.status).toBe(400)
  expect(response.headers.get('sl-violations')).toContain('severity')
})

test('a listener made from the description accepts each of the six notifications', async () => {
  await call('POST', '/hub', { callback: listener.url })
  const filed = await app.call('uma', 'POST', '/issues?account=acme', {
    subject: 'S',
    description: 'D',
    priority: 'LOW',
  })
  const key = String(filed.body.key)
  await sent('TroubleTicketCreateEvent')
  await app.call('vera', 'PATCH', `/issues/${key}`, { subject: 'Other' })
  await sent('TroubleTicketAttributeValueChangeEvent')
  await app.call('vera', 'PATCH', `/issues/${key}`, { status: 'IN_PROGRESS' })
  await sent('TroubleTicketStatusChangeEvent')
  await app.call('vera', 'PATCH', `/issues/${key}`, { status: 'WAITING_FOR_CUSTOMER' })
  await sent('TroubleTicketInformationRequiredEvent')
  await app.call('vera', 'POST', `/issues/fire/resolve?issueKey=${key}`)
  await sent('TroubleTicketResolvedEvent')
  await app.call('adam', 'DELETE', `/issues/${key}`)
  await sent('TroubleTicketDeleteEvent')

  async function sent(event: string): Promise<void> {
    await vi.waitFor(async () => {
      const { rows } = await app.portal.pool.query(
        'select state, status, error from webhook_deliveries where event = $1 and settled_at is not null',
        [event],
      )
      expect([event, rows]).toEqual([event, [{ state: 'DELIVERED', status: 201, error: null }]])
    }, 20_000)
  }
})
