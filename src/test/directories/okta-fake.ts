import { type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { lifecycle } from './okta-lifecycle.ts'

/** A user of the fake. Mails are the links to a credential that Okta has sent. */
export type FakeUser = {
  readonly id: string
  status: string
  statusChanged: string
  lastUpdated: string
  lastLogin: string | null
  readonly profile: {
    readonly login: string
    readonly email: string
    readonly firstName: string
    readonly lastName: string
  }
  factors: number
  sessions: number
  mails: number
}

/** A line of the fake's system log. */
export type FakeEvent = {
  readonly uuid: string
  readonly published: string
  readonly eventType: string
  readonly target: readonly { readonly id: string; readonly type: string }[]
}

/**
 * Okta's management API in memory, as far as the portal uses it: Okta's own rules decide which call is allowed in which
 * state.
 */
export type OktaFake = {
  readonly url: string
  readonly host: string
  readonly users: Map<string, FakeUser>
  /** The members of each group. */
  readonly groups: Map<string, Set<string>>
  /** What happened, the oldest first. */
  readonly events: FakeEvent[]
  /** Every request as `METHOD /path?query`. */
  readonly requests: string[]
  /** The public key of the service app, which gets a token for what it signs. */
  serviceKey: KeyObject | undefined
  add(user: { login: string; status?: string; firstName?: string; lastName?: string }): FakeUser
  /** Records in the system log that something happened to a user, in a group where one is named. */
  happened(eventType: string, user: string, group?: string): FakeEvent
  close(): Promise<void>
}

/** The token that the fake accepts. */
export const OKTA_TOKEN = '00a-token-of-the-fake'

const exists = 'login: An object with this field already exists in the current organization'
const wrongState = "This operation is not allowed in the user's current status."

const now = () => new Date().toISOString()

/** Starts the fake on a free port of this machine. */
export async function startOktaFake(): Promise<OktaFake> {
  const users = new Map<string, FakeUser>()
  const groups = new Map<string, Set<string>>()
  const events: FakeEvent[] = []
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    void respond(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: OktaFake = {
    url: `http://${host}`,
    host,
    users,
    groups,
    events,
    requests,
    serviceKey: undefined,
    add,
    happened,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return fake

  function add({
    login,
    status = 'ACTIVE',
    firstName = 'Some',
    lastName = 'Body',
  }: Parameters<OktaFake['add']>[0]): FakeUser {
    const profile = { login, email: login, firstName, lastName }
    const counts = { factors: 1, sessions: 1, mails: 0 }
    const at = { statusChanged: now(), lastUpdated: now(), lastLogin: null }
    const user = { id: `00u${randomBytes(8).toString('hex')}`, status, profile, ...at, ...counts }
    users.set(user.id, user)
    return user
  }

  function happened(eventType: string, user: string, group?: string): FakeEvent {
    const target = [{ id: user, type: 'User' }, ...(group ? [{ id: group, type: 'UserGroup' }] : [])]
    const event = { uuid: randomUUID(), published: now(), eventType, target }
    events.push(event)
    return event
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake')
    const [, , , root, id = '', kind, command = ''] = url.pathname.split('/')
    const user = users.get(id)
    const { method, headers } = request
    if (url.pathname === '/oauth2/v1/token') await giveToken(response, new URLSearchParams(await text(request)))
    else if (headers.authorization !== `SSWS ${OKTA_TOKEN}` && headers.authorization !== `Bearer ${OKTA_TOKEN}`)
      reject(response, 401, 'E0000011', 'Invalid token provided')
    else if (root === 'logs') sendLog(response, url)
    else if (root === 'groups') member(response, method, { group: id, user: command })
    else if (id === '' && method === 'POST')
      create(response, url, JSON.parse(await text(request)) as Pick<FakeUser, 'profile'>)
    else if (id === '') list(response, url)
    else if (!user) reject(response, 404, 'E0000007', `Not found: Resource not found: ${id} (User)`)
    else if (kind === 'sessions') end(response, () => (user.sessions = 0))
    else if (kind === 'lifecycle') live(response, url, { user, operation: command })
    else if (method !== 'DELETE') send(response, 200, toJson(user))
    else if (user.status !== 'DEPROVISIONED') reject(response, 403, 'E0000038', wrongState)
    else end(response, () => users.delete(id))
  }

  /** RFC 7523: an assertion that the service app has signed, about itself, for this address. */
  async function giveToken(response: ServerResponse, form: URLSearchParams): Promise<void> {
    const held = await jwtVerify(form.get('client_assertion') ?? '', fake.serviceKey!).catch(() => undefined)
    const { iss, sub, jti, aud } = held?.payload ?? {}
    // A proxy may be in front of us, so only the path of the audience counts.
    if (!iss || iss !== sub || !jti || !String(aud).endsWith('/oauth2/v1/token'))
      reject(response, 401, 'invalid_client', 'The client assertion is not valid.')
    else send(response, 200, { token_type: 'Bearer', access_token: OKTA_TOKEN, expires_in: 3600 })
  }

  function create(response: ServerResponse, url: URL, { profile }: Pick<FakeUser, 'profile'>) {
    const taken = [...users.values()].some((user) => user.profile.login === profile.login)
    const activated = url.searchParams.get('activate') !== 'false'
    if (taken) return reject(response, 400, 'E0000001', 'Api validation failed: login', [exists])
    const user = add({ ...profile, status: activated ? 'PROVISIONED' : 'STAGED' })
    if (activated) user.mails += 1
    send(response, 200, toJson(user))
  }

  function list(response: ServerResponse, url: URL) {
    const filter = url.searchParams.get('filter') ?? ''
    const [, field, operator, value = ''] = /^([\w.]+) (eq|gt) "([^"]*)"$/.exec(filter) ?? []
    if (filter && !field) return reject(response, 400, 'E0000031', `Invalid search criteria: ${filter}`)
    const limit = Number(url.searchParams.get('limit') ?? 200)
    const after = url.searchParams.get('after') ?? ''
    const found = [...users.values()]
      .filter((user) => !operator || (operator === 'eq' ? user.profile.login === value : user.lastUpdated > value))
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .filter(({ id }) => id > after)
    const page = found.slice(0, limit)
    if (found.length > limit) {
      const next = new URL(url)
      next.searchParams.set('after', page.at(-1)!.id)
      response.appendHeader('link', `<http://${host}${url.pathname}>; rel="self"`)
      response.appendHeader('link', `<http://${host}${next.pathname}${next.search}>; rel="next"`)
    }
    send(response, 200, page.map(toJson))
  }

  /** The system log; its filter is a list of `eventType eq "…"`, and every page but the last links to the next one. */
  function sendLog(response: ServerResponse, url: URL) {
    const kinds = [...(url.searchParams.get('filter') ?? '').matchAll(/eventType eq "([^"]+)"/g)].map(
      ([, kind]) => kind,
    )
    const since = url.searchParams.get('since') ?? ''
    const limit = Number(url.searchParams.get('limit') ?? 100)
    const begin = Number(url.searchParams.get('after') ?? 0)
    const found = events.filter(({ eventType, published }) => kinds.includes(eventType) && published >= since)
    if (found.length > begin + limit) {
      const next = new URL(url)
      next.searchParams.set('after', String(begin + limit))
      response.appendHeader('link', `<http://${host}${next.pathname}${next.search}>; rel="next"`)
    }
    send(response, 200, found.slice(begin, begin + limit))
  }

  function member(response: ServerResponse, method = '', { group, user }: { group: string; user: string }) {
    const members = groups.get(group)
    if (!members || !users.has(user))
      return reject(response, 404, 'E0000007', `Not found: Resource not found: ${group} (UserGroup)`)
    const kind = method === 'PUT' ? 'add' : 'remove'
    const changed = kind === 'add' ? !members.has(user) : members.delete(user)
    members[kind === 'add' ? 'add' : 'delete'](user)
    if (changed) happened(`group.user_membership.${kind}`, user, group)
    end(response, () => undefined)
  }

  function live(
    response: ServerResponse,
    url: URL,
    { user, operation: command }: { user: FakeUser; operation: string },
  ) {
    const move = lifecycle[command]
    if (!move?.from.includes(user.status)) return reject(response, 403, 'E0000038', wrongState)
    if (move.to && move.to !== user.status) {
      user.status = move.to
      user.statusChanged = now()
      user.lastUpdated = now()
    }
    if (command === 'reset_factors') user.factors = 0
    if (move.mails && url.searchParams.get('sendEmail') === 'true') user.mails += 1
    send(response, 200, {})
  }
}

function toJson({ factors: _factors, sessions: _sessions, mails: _mails, ...user }: FakeUser): object {
  return { ...user, created: user.lastUpdated }
}

function reject(
  response: ServerResponse,
  status: number,
  errorCode: string,
  errorSummary: string,
  causes: string[] = [],
): void {
  send(response, status, { errorCode, errorSummary, errorCauses: causes.map((cause) => ({ errorSummary: cause })) })
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function end(response: ServerResponse, done: () => unknown): void {
  done()
  response.writeHead(204).end()
}

async function text(request: IncomingMessage): Promise<string> {
  let whole = ''
  for await (const chunk of request) whole += chunk
  return whole
}
