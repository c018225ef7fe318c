import { generateKeyPairSync, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Row = Readonly<Record<string, string | number | null>>
/** What Salesforce has of an account; without an owner it has no user with the id of the account's owner. */
export type SalesforceAccount = {
  readonly owner: { readonly Name: string; readonly Email: string } | null
  readonly Contract: readonly Row[]
  readonly Opportunity: readonly Row[]
}

/** Salesforce's REST API in memory, as far as the portal uses it. */
export type SalesforceFake = {
  readonly url: string
  readonly host: string
  /** Accounts by their 18-character id, with the rows that a query for their contracts and opportunities returns. */
  readonly accounts: Map<string, SalesforceAccount>
  /** Every request as `METHOD /path`. */
  readonly requests: string[]
  /** The responses to the next calls of the API instead of its own: status and body. */
  readonly faults: (readonly [status: number, body: string])[]
  /** What `instance_url` of the token names; by default the fake itself. */
  instance: string | undefined
  /** While it is set, no call gets a response before it resolves. */
  hold: Promise<void> | undefined
  /** Tokens handed out so far no longer work. */
  endSessions(): void
  close(): Promise<void>
}

export const SALESFORCE_APP = { clientId: 'the-connected-app', clientSecret: 'the-secret-of-the-app' }
/** The user and the key with which the connected app signs assertions. */
export const SALESFORCE_USER = 'portal@example.com'
export const SALESFORCE_KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 })
/** Ids of users and accounts begin with the type of the object. */
const USER = '005'
const ACCOUNT = '001'

/** Starts the fake on a free port of this machine. */
export async function startSalesforceFake(): Promise<SalesforceFake> {
  let session = 1
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake: SalesforceFake = {
    url: `http://${host}`,
    host,
    accounts: new Map(),
    requests: [],
    faults: [],
    instance: undefined,
    hold: undefined,
    endSessions() {
      session += 1
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return fake

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = request
    let body = ''
    for await (const chunk of request) body += chunk
    const { pathname, searchParams } = new URL(url, fake.url)
    fake.requests.push(`${method} ${pathname}`)
    await fake.hold
    const send = (status: number, reply: unknown) =>
      void response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof reply === 'string' ? reply : JSON.stringify(reply))
    if (pathname === '/services/oauth2/token') {
      const form = new URLSearchParams(body)
      const isKnown =
        form.get('client_id') === SALESFORCE_APP.clientId && form.get('client_secret') === SALESFORCE_APP.clientSecret
      return isKnown || isSigned(form.get('assertion'))
        ? send(200, { access_token: `session-${session}`, instance_url: fake.instance ?? fake.url })
        : send(400, { error: 'invalid_client', error_description: 'invalid client credentials' })
    }
    const fault = fake.faults.shift()
    if (fault) return send(...fault)
    if (headers.authorization !== `Bearer session-${session}`)
      return send(401, [{ message: 'Session expired or invalid', errorCode: 'INVALID_SESSION_ID' }])
    const id = /\/sobjects\/Account\/(\w+)$/.exec(pathname)?.[1]
    if (id !== undefined)
      return fake.accounts.has(id)
        ? send(200, { Id: id, Name: 'Acme', OwnerId: USER + id.slice(3) })
        : send(404, [{ message: 'Provided external ID field does not exist', errorCode: 'NOT_FOUND' }])
    const records = found(fake.accounts, searchParams.get('q') ?? '')
    return send(200, { totalSize: records.length, done: true, records })
  }
}

/** The rows of a query as the portal writes it, in the order and the number that it asks for. */
function found(accounts: SalesforceFake['accounts'], soql: string): readonly Row[] {
  const [, object, id = ''] = /FROM (\w+) WHERE \w+ = '(\w+)'/.exec(soql) ?? []
  const [, order = ''] = /ORDER BY (\w+) DESC/.exec(soql) ?? []
  const [, limit] = /LIMIT (\d+)$/.exec(soql) ?? []
  const account = accounts.get(ACCOUNT + id.slice(3))
  const { owner = null, Contract = [], Opportunity = [] } = account ?? {}
  const rows = object === 'User' ? (owner ? [owner] : []) : object === 'Contract' ? Contract : Opportunity
  const last = (row: Row) => String(row[order] ?? '')
  return rows.toSorted((one, other) => last(other).localeCompare(last(one))).slice(0, Number(limit))
}

/** Whether an assertion is one of the app for its user, and still valid. */
function isSigned(assertion: string | null): boolean {
  const [head = '', claims = '', signature = ''] = assertion?.split('.') ?? []
  const signed = Buffer.from(`${head}.${claims}`)
  if (!verify('RSA-SHA256', signed, SALESFORCE_KEYS.publicKey, Buffer.from(signature, 'base64url'))) return false
  const { iss, sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  return iss === SALESFORCE_APP.clientId && sub === SALESFORCE_USER && Number(exp) * 1000 > Date.now()
}
