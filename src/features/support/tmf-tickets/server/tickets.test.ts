import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WebhookDelivery } from '#features/platform/webhooks/contract.ts'
import { signatureHeaders } from '#features/platform/webhooks/server/index.ts'
import { type Json, type Name, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

/** Changes of each of the two systems. */
const changes = process.env.SOAK_ROUNDS === undefined ? 50 : 500

type Received = { path: string; headers: Record<string, string>; body: Json; text: string }
let app: SupportApp
let listener: Server
let base: string
let received: Received[] = []
let token: string
let signingSecret: string

beforeAll(async () => {
  listener = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      received.push({
        path: request.url!,
        headers: request.headers as Record<string, string>,
        text,
        body: JSON.parse(text),
      })
      response.writeHead(201).end()
    })
  })
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening))
  base = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  app = await supportApp({ PRIVATE_HOSTS: new URL(base).host })
  ;({ token, signingSecret } = (await makeToken('mia', 'acme')).body as unknown as Record<string, string> as {
    token: string
    signingSecret: string
  })
})
afterAll(async () => {
  await app.close()
  listener.closeAllConnections()
  listener.close()
})
beforeEach(() => {
  received = []
})

async function exchange(name: Name, method: string, path: string, body?: unknown) {
  return app.call(name, method, `/../../ticket-exchange${path}`, body)
}
function makeToken(name: Name, account: string, rights = ['READ', 'WRITE', 'HUB']) {
  return exchange(name, 'POST', `/tokens?account=${account}`, { name: 'ITSM of acme', rights })
}
async function tmf(method: string, path: string, body?: unknown, as = token, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/tmf-api/troubleTicket/v4${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson ? JSON.parse(text) : undefined) as Json,
  }
}
const attributes = { description: 'Modems of node 12 go offline.', severity: 'Major', ticketType: 'incident' }
async function ticket(more: object = {}) {
  const { status, body } = await tmf('POST', '/troubleTicket', { ...attributes, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as unknown as { id: string; href: string; note: { id: string; text: string }[] }
}
const change = (id: string, body: object) => tmf('PATCH', `/troubleTicket/${id}`, body)
const staff = (path: string, body?: object, method = 'POST') => app.call('vera', method, path, body)
async function eventsOf(key: string): Promise<string[]> {
  const { rows } = await app.portal.pool.query<{ name: string }>(
    `select name from events where subject_id = $1 order by id`,
    [key],
  )
  return rows.map(({ name }) => name)
}

describe('tokens', () => {
  test('a token is shown once, listed without its secrets, and rejected after it was revoked', async () => {
    const made = await makeToken('mia', 'acme', ['READ'])
    expect(made.status).toBe(201)
    const { id, token: secret } = made.body as unknown as { id: string; token: string }
    expect(secret).toMatch(/^hda_[\w-]{43}$/)
    const listed = await exchange('mia', 'GET', '?account=acme')
    expect(listed.body.address).toBe(`${app.url}/tmf-api/troubleTicket/v4`)
    expect(listed.text).not.toContain(secret)
    expect(listed.text).not.toContain('whsec_')
    expect((await tmf('GET', '/troubleTicket', undefined, secret)).status).toBe(200)
    expect((await exchange('bob', 'DELETE', `/tokens/${id}?account=acme`)).status).toBe(403)
    expect((await exchange('mia', 'DELETE', `/tokens/${id}?account=acme`)).status).toBe(204)
    const rejected = await tmf('GET', '/troubleTicket', undefined, secret)
    expect([rejected.status, rejected.body.code]).toEqual([401, 'account-token-invalid'])
    expect(rejected.headers.get('www-authenticate')).toBe('Bearer')
    expect(await eventsOf(id)).toEqual(['account.token-created', 'account.token-revoked'])
  })

  test('a token rests while its maker may not make one; its tickets have the name of the ticket system', async () => {
    const made = (await makeToken('mia', 'acme', ['READ', 'WRITE'])).body as unknown as { token: string; name: string }
    const filed = await tmf('POST', '/troubleTicket', attributes, made.token)
    const reporter = async () => (await app.call('vera', 'GET', `/issues/${filed.body.id}`)).body.reporter
    expect(await reporter()).toMatchObject({ fullName: made.name })
    const mia = (state: string) =>
      app.portal.pool.query(`update users set state = $1 where email = 'mia@desk.example'`, [state])
    await mia('suspended')
    const rests = await tmf('POST', '/troubleTicket', attributes, made.token)
    expect([rests.status, rests.body.code]).toEqual([403, 'account-token-without-maker'])
    await mia('active')
    expect((await tmf('GET', '/troubleTicket', undefined, made.token)).status).toBe(200)
  })

  test('a token does what its permissions name, and opens no other call', async () => {
    const reader = (await makeToken('mia', 'acme', ['READ'])).body.token as unknown as string
    const created = await tmf('POST', '/troubleTicket', attributes, reader)
    expect([created.status, created.body.code]).toEqual([403, 'account-token-lacks-right'])
    expect((await tmf('POST', '/hub', { callback: base }, reader)).status).toBe(403)
    const hub = (await makeToken('mia', 'acme', ['HUB'])).body.token as unknown as string
    expect((await tmf('GET', '/troubleTicket', undefined, hub)).status).toBe(403)
    const other = await fetch(`${app.url}/api/accounts`, { headers: { authorization: `Bearer ${token}` } })
    expect(other.status).toBe(401)
    const user = await fetch(`${app.url}/tmf-api/troubleTicket/v4/troubleTicket`, { headers: app.headersOf('mia') })
    expect(user.status).toBe(401)
  })

  test('users without the permission, and managers of other accounts, manage none', async () => {
    for (const name of ['uma', 'carl', 'vera'] as const) expect((await makeToken(name, 'acme')).status).toBe(403)
    expect((await makeToken('mia', 'blue')).body.code).toBe('account-not-found')
    expect((await exchange('mia', 'GET', '?account=blue')).status).toBe(404)
  })

  test('an account has at most 20 tokens', async () => {
    for (let made = 0; made < 20; made += 1) expect((await makeToken('adam', 'bare', ['READ'])).status).toBe(201)
    expect((await makeToken('adam', 'bare')).body.code).toBe('account-token-limit-reached')
  })
})

describe('tickets', () => {
  test('a ticket makes a case with its fields, which the case page shows', async () => {
    const { id, href } = await ticket({
      name: 'Node 12 offline',
      externalId: 'INC0012345',
      relatedEntity: [{ id: 'p1', name: 'cOS', role: 'affected', '@referredType': 'Product' }],
      relatedParty: [{ id: '7', name: 'Jan Jansen', role: 'contact', '@referredType': 'Individual' }],
      note: [{ author: 'Jan Jansen', text: 'It began at 09:00.' }],
    })
    expect(href).toBe(`${app.url}/tmf-api/troubleTicket/v4/troubleTicket/${id}`)
    const found = (await staff(`/issues/${id}`, undefined, 'GET')).body
    expect(found).toMatchObject({
      subject: 'Node 12 offline',
      priority: 'MEDIUM',
      status: 'NEW',
      product: 'cOS',
      contact: 'Jan Jansen',
      externalId: 'INC0012345',
      firstResponse: null,
    })
    const comments = rowsOf(await staff(`/issues/comment?issueKey=${id}`, undefined, 'GET'), 'comments')
    expect(comments).toMatchObject([{ body: 'It began at 09:00.', author: { fullName: 'Jan Jansen', vendor: false } }])
    const search = await app.call('uma', 'GET', '/issues/search?q=INC0012345')
    expect(rowsOf(search, 'issues').map(({ key }) => key)).toEqual([id])
    const read = await tmf('GET', `/troubleTicket/${id}`)
    expect(read.body).toMatchObject({
      id,
      status: 'acknowledged',
      severity: 'Major',
      priority: 'Medium',
      externalId: 'INC0012345',
    })
  })

  test('a repeated create is the same ticket, also at once; other attributes with that id are 409', async () => {
    const body = { ...attributes, externalId: 'twice-1' }
    const same = {
      ticketType: 'incident',
      externalId: 'twice-1',
      severity: 'Major',
      description: attributes.description,
    }
    const made = await Promise.all([body, same, body].map((one) => tmf('POST', '/troubleTicket', one)))
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(made.map((reply) => reply.body.id)).size).toBe(1)
    const other = await tmf('POST', '/troubleTicket', { ...body, severity: 'Minor' })
    expect([other.status, other.body.code]).toEqual([409, 'ticket-already-exists'])
    const second = await ticket()
    expect((await change(second.id, { externalId: 'twice-1' })).body.code).toBe('ticket-id-in-use')
    expect((await change(second.id, { externalId: 'twice-2' })).body.externalId).toBe('twice-2')
  })

  test('the list is filtered, cut into pages and reduced to fields', async () => {
    const minor = await ticket({ severity: 'minor', externalId: 'list-1' })
    await ticket({ severity: 'Minor' })
    const all = await tmf('GET', '/troubleTicket?severity=Minor&limit=1')
    expect(all.headers.get('x-total-count')).toBe('2')
    expect(all.headers.get('x-result-count')).toBe('1')
    const next = await tmf('GET', '/troubleTicket?severity=Minor&limit=1&offset=1&fields=status,severity')
    expect(next.body).toEqual([{ id: minor.id, href: minor.href, status: 'acknowledged', severity: 'Minor' }])
    expect((await tmf('GET', '/troubleTicket?externalId=list-1')).body).toMatchObject([{ id: minor.id }])
    expect((await tmf('GET', '/troubleTicket?status=cancelled')).body).toEqual([])
    const later = new Date(Date.now() + 3_600_000).toISOString()
    expect((await tmf('GET', `/troubleTicket?creationDate.gte=${later}`)).body).toEqual([])
    expect((await tmf('GET', `/troubleTicket?lastUpdate.lt=${later}&externalId=list-1`)).body).toMatchObject([
      { id: minor.id },
    ])
    const wrong = await tmf('GET', '/troubleTicket?colour=red')
    expect(wrong.body).toMatchObject({ code: 'validation-failed', status: '400', '@type': 'Error' })
    expect(wrong.body.reason).toBeTruthy()
  })

  test('a patch changes fields, closes, reopens and cancels as a reporter may', async () => {
    const { id } = await ticket({ name: 'First name' })
    const merge = { 'content-type': 'application/merge-patch+json' }
    const renamed = await tmf(
      'PATCH',
      `/troubleTicket/${id}`,
      { name: 'Second name', severity: 'Critical' },
      token,
      merge,
    )
    expect(renamed.body).toMatchObject({ name: 'Second name', severity: 'Critical' })
    expect((await change(id, { status: 'closed', statusChangeReason: 'It works again.' })).body).toMatchObject({
      status: 'closed',
    })
    expect((await change(id, { name: 'Third name' })).body.code).toBe('case-not-editable')
    expect((await change(id, { status: 'held' })).body).toMatchObject({
      code: 'ticket-status-not-allowed',
      status: '409',
    })
    expect((await change(id, { status: 'inProgress' })).body.status).toBe('inProgress')
    expect((await change(id, { status: 'cancelled' })).body.status).toBe('cancelled')
    expect((await tmf('GET', '/troubleTicket?status=cancelled')).body).toMatchObject([{ id }])
    const notes = (await tmf('GET', `/troubleTicket/${id}`)).body.note as unknown as { text: string }[]
    expect(notes.map(({ text }) => text)).toEqual(['It works again.'])
  })

  test('a note ends the waiting for the customer; one that comes back is not written again', async () => {
    const { id } = await ticket()
    await staff(`/issues/${id}`, { status: 'OPEN' }, 'PATCH')
    await staff(`/issues/${id}`, { status: 'WAITING_FOR_CUSTOMER' }, 'PATCH')
    const changed = await change(id, { note: [{ id: 'n-1', text: 'Here is the log.' }] })
    expect(changed.body.status).toBe('inProgress')
    const { note } = changed.body as unknown as { note: { id: string; text: string }[] }
    const before = await eventsOf(id)
    await change(id, { note: [{ id: 'n-1', text: 'Here is the log.' }, ...note, { text: 'Here is the log.' }] })
    expect(await eventsOf(id)).toEqual(before)
    await staff(`/issues/${id}`, { status: 'WAITING_FOR_CUSTOMER' }, 'PATCH')
    await change(id, { status: 'inProgress' })
    expect((await staff(`/issues/${id}`, undefined, 'GET')).body.status).toBe('WAITING_FOR_VENDOR')
  })

  test('files arrive by value and are downloaded with the token; an address is a note and is not fetched', async () => {
    const { id } = await ticket({
      attachment: [
        { name: 'cmts.log', content: Buffer.from('line 1').toString('base64') },
        { name: 'graph', url: `${base}/graph.png` },
      ],
    })
    const { attachment, note } = (await tmf('GET', `/troubleTicket/${id}`)).body as unknown as {
      attachment: { id: string; name: string; url: string }[]
      note: { text: string }[]
    }
    expect(note).toMatchObject([{ text: `[graph](<${base}/graph.png>)` }])
    expect(received).toEqual([])
    const download = await fetch(attachment[0]!.url, { headers: { authorization: `Bearer ${token}` } })
    expect([download.status, await download.text()]).toEqual([200, 'line 1'])
    const before = await eventsOf(id)
    await change(id, { attachment })
    expect(await eventsOf(id)).toEqual(before)
    expect((await change(id, { attachment: [{ name: 'tool.exe', content: 'AAAA' }] })).body.code).toBe(
      'attachment-type-not-allowed',
    )
    expect((await change(id, { attachment: [{ name: 'a.txt' }] })).status).toBe(400)
  })

  test('tickets of another account and internal cases are not found; no internal comment is in a note', async () => {
    const theirs = await app.call('bob', 'POST', '/issues?account=blue', {
      subject: 'Blue',
      description: 'Blue',
      priority: 'LOW',
    })
    expect(theirs.status).toBe(201)
    const hidden = await staff('/issues?account=acme', {
      subject: 'Hidden',
      description: 'Canary',
      priority: 'LOW',
      internal: true,
    })
    for (const { body } of [theirs, hidden]) {
      const key = String(body.key)
      expect((await tmf('GET', `/troubleTicket/${key}`)).body).toMatchObject({ code: 'case-not-found', status: '404' })
      expect((await change(key, { note: [{ text: 'x' }] })).status).toBe(404)
      expect((await tmf('GET', `/troubleTicket/${key}/attachment/1`)).status).toBe(404)
    }
    const { id } = await ticket()
    await staff(`/issues/internal/comment?issueKey=${id}`, { body: 'canary-in-the-mine' })
    await staff(`/issues/comment?issueKey=${id}`, { body: 'We look into it.' })
    const listed = await tmf('GET', '/troubleTicket?limit=100')
    expect(listed.text).toContain('We look into it.')
    expect(listed.text).not.toContain('canary-in-the-mine')
    expect(listed.text).not.toContain('Hidden')
    expect(listed.text).not.toContain(String(theirs.body.key))
  })

  test('fields of a case that a user filed stay; notes are taken', async () => {
    const filed = await app.call('uma', 'POST', '/issues?account=acme', {
      subject: 'Ours',
      description: 'Text',
      priority: 'LOW',
    })
    const key = String(filed.body.key)
    expect((await change(key, { name: 'Other' })).status).toBe(403)
    expect((await change(key, { name: 'Ours', note: [{ text: 'From the ticket system.' }] })).status).toBe(200)
  })

  test('a severity that is not mapped and an attribute that TM Forum does not have are 400', async () => {
    const wrong = await tmf('POST', '/troubleTicket', { ...attributes, severity: 'P1' })
    expect(wrong.body).toMatchObject({
      code: 'validation-failed',
      message: expect.stringContaining('Critical, Major, Minor'),
    })
    expect((await tmf('POST', '/troubleTicket', { ...attributes, colour: 'red' })).status).toBe(400)
    expect((await tmf('POST', '/troubleTicket', { severity: 'Major' })).status).toBe(400)
  })
})

describe('notifications', () => {
  const hub = (body: object, as = token) => tmf('POST', '/hub', body, as)
  /** Of one ticket alone: events of earlier tests may still be on their way. */
  async function delivered(count: number, id: string): Promise<Received[]> {
    const of = () => received.filter(({ text }) => text.includes(`"id":"${id}"`))
    await vi.waitFor(() => expect(of().length).toBeGreaterThanOrEqual(count), 20_000)
    return of()
  }

  test('private and plain addresses are rejected, unknown types too', async () => {
    for (const callback of ['http://10.0.0.1/x', 'https://127.0.0.1:9/x', 'https://localhost/x', 'ftp://a.example'])
      expect((await hub({ callback })).body).toMatchObject({ code: 'validation-failed' })
    expect((await hub({ callback: base, query: 'eventType=Nothing' })).status).toBe(400)
  })

  test('changes are sent signed, each once and in order; the origin is not notified of its own', async () => {
    const made = await hub({ callback: `${base}/a/` })
    expect(made.body).toMatchObject({ callback: `${base}/a`, query: '' })
    expect((await hub({ callback: `${base}/a` })).body.code).toBe('ticket-subscription-exists')
    const { id } = await ticket()
    await staff(`/issues/comment?issueKey=${id}`, { body: 'We look into it.' })
    await staff(`/issues/${id}`, { labels: ['x'] }, 'PATCH')
    await staff(`/issues/${id}`, { status: 'WAITING_FOR_CUSTOMER' }, 'PATCH')
    await staff(`/issues/fire/resolve?issueKey=${id}`)
    const delivery = await delivered(3, id)
    expect(delivery.map(({ path }) => path)).toEqual([
      '/a/listener/troubleTicketStatusChangeEvent',
      '/a/listener/troubleTicketInformationRequiredEvent',
      '/a/listener/troubleTicketResolvedEvent',
    ])
    expect(delivery[2]!.body).toMatchObject({
      eventType: 'TroubleTicketResolvedEvent',
      event: { troubleTicket: { id } },
    })
    for (const { headers, text: body } of delivery) {
      const at = Number(headers['webhook-timestamp']) * 1000
      const signed = signatureHeaders({ id: headers['webhook-id']!, at, body }, [signingSecret])
      expect(headers).toMatchObject(signed)
    }
    const shown = (await exchange('mia', 'GET', '?account=acme')).body
    expect(shown.subscriptions).toMatchObject([{ callback: `${base}/a`, token: 'ITSM of acme', state: 'ACTIVE' }])
    const subscription = String(made.body.id)
    await showsDeliveries(subscription, id)
    const second = (await makeToken('mia', 'acme')).body.token as unknown as string
    expect((await tmf('DELETE', `/hub/${subscription}`, undefined, second)).status).toBe(404)
    expect((await tmf('DELETE', `/hub/${subscription}`)).status).toBe(204)
  })

  /** The log of webhooks has what was sent to a subscription, which only its own calls change. */
  async function showsDeliveries(subscription: string, ticketId: string): Promise<void> {
    const webhooks = (method: string, path: string, body?: unknown, who: Name = 'mia') =>
      app.call(who, method, `/../../webhooks${path}`, body)
    const events = expect.arrayContaining(['TroubleTicketResolvedEvent'])
    const own = { id: subscription, protocol: 'tmf621', url: `${base}/a`, events, state: 'ACTIVE' }
    expect(rowsOf(await webhooks('GET', '?account=acme'), 'webhooks')).toMatchObject([own])
    const log = async () =>
      rowsOf(await webhooks('GET', `/${subscription}/deliveries`), 'deliveries') as unknown as WebhookDelivery[]
    const ofTicket = async () => (await log()).filter(({ subject }) => subject === `ticket ${ticketId}`)
    await vi.waitFor(async () => {
      expect(await ofTicket()).toMatchObject(
        ['TroubleTicketResolvedEvent', 'TroubleTicketInformationRequiredEvent', 'TroubleTicketStatusChangeEvent'].map(
          (event) => ({ event, state: 'DELIVERED', status: 201, attempts: 1, nextTry: null }),
        ),
      )
    }, 20_000)
    const [last] = await ofTicket()
    expect((await webhooks('POST', `/${subscription}/deliveries/${last!.id}/replay`)).status).toBe(200)
    const again = () => received.filter(({ headers }) => headers['webhook-id'] === last!.messageId)
    await vi.waitFor(() => expect(again()).toHaveLength(2), 20_000)
    expect(again()[1]!.path).toBe('/a/listener/troubleTicketResolvedEvent')
    for (const [method, path, body] of [
      ['PATCH', '', { state: 'PAUSED' }],
      ['POST', '/rotate', { overlapHours: 1 }],
      ['POST', '/test', undefined],
      ['DELETE', '', undefined],
    ] as const)
      expect([path, (await webhooks(method, `/${subscription}${path}`, body)).status]).toEqual([path, 404])
    expect((await webhooks('GET', `/${subscription}/deliveries`, undefined, 'bob')).status).not.toBe(200)
  }

  test('a query chooses types; users delete a subscription; a revoked token ends its own', async () => {
    const other = (await makeToken('mia', 'acme')).body as unknown as { id: string; token: string }
    await hub(
      { callback: `${base}/b`, query: 'eventType=TroubleTicketCreateEvent,TroubleTicketDeleteEvent' },
      other.token,
    )
    const { id } = await ticket()
    await delivered(1, id)
    await staff(`/issues/${id}`, { priority: 'HIGH' }, 'PATCH')
    await app.call('adam', 'DELETE', `/issues/${id}`)
    const delivery = await delivered(2, id)
    expect(delivery.map(({ body }) => body.eventType)).toEqual(['TroubleTicketCreateEvent', 'TroubleTicketDeleteEvent'])
    await hub({ callback: `${base}/c` }, other.token)
    const { subscriptions } = (await exchange('mia', 'GET', '?account=acme')).body as unknown as {
      subscriptions: { id: string }[]
    }
    expect((await exchange('mia', 'DELETE', `/subscriptions/${subscriptions[0]!.id}?account=acme`)).status).toBe(204)
    expect((await exchange('mia', 'DELETE', `/subscriptions/${subscriptions[0]!.id}?account=acme`)).status).toBe(404)
    await exchange('mia', 'DELETE', `/tokens/${other.id}?account=acme`)
    expect((await exchange('mia', 'GET', '?account=acme')).body.subscriptions).toEqual([])
  })

  test('two systems that send everything back make no more than two calls for each change', async () => {
    const made = await hub({ callback: `${base}/echo` })
    const { id } = await ticket()
    const priorities = ['LOW', 'MEDIUM', 'HIGH', 'MEDIUM'] as const
    let next = 0
    const delivery = () => received.filter(({ path }) => path.startsWith('/echo'))
    async function sendBack(until: number): Promise<void> {
      await vi.waitFor(() => expect(delivery().length).toBeGreaterThanOrEqual(until), 20_000)
      for (; next < delivery().length; next += 1) {
        const { event } = delivery()[next]!.body as unknown as { event: { troubleTicket: Record<string, unknown> } }
        const { name, description, severity, status, note, attachment, externalId } = event.troubleTicket
        const reply = await change(id, { name, description, severity, status, note, attachment, externalId })
        expect(reply.status, reply.text).toBe(200)
      }
    }
    await staff(`/issues/${id}`, { status: 'OPEN' }, 'PATCH')
    await sendBack(1)
    const before = await eventsOf(id)
    for (let nth = 0; nth < changes; nth += 1) {
      if (nth % 2) await staff(`/issues/comment?issueKey=${id}`, { body: `Step ${nth}` })
      else await staff(`/issues/${id}`, { priority: priorities[(nth / 2) % 4] }, 'PATCH')
      await sendBack(nth + 2)
    }
    // Those of the operator are one call each: the token is their origin, and is not notified of them.
    for (let nth = 0; nth < changes; nth += 1) await change(id, { name: `Name ${nth}` })
    await staff(`/issues/${id}`, { subject: 'The last one' }, 'PATCH')
    await sendBack(changes + 2)
    // A notification of each change of staff, which is sent back once.
    expect(delivery().length).toBe(changes + 2)
    const after = (await eventsOf(id)).slice(before.length)
    expect(after.filter((name) => name === 'case.commented').length).toBe(changes / 2)
    expect(after.filter((name) => name === 'case.edited').length).toBe(changes / 2 + changes + 1)
    expect(after.filter((name) => name === 'case.status-changed')).toEqual([])
    await tmf('DELETE', `/hub/${made.body.id}`)
  })
})
