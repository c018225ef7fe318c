import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiToken, deleteApiTokens } from '#features/access/tokens/server/index.ts'
import { makeLink, readLink, useLink, voidLinks } from '#features/users/sign-in-mail/server/index.ts'
import { type TestUser, tokenOf, userWith } from '../factories.ts'
import { type SoftwareDesk, softwareApp } from '../software-app.ts'

let desk: SoftwareDesk
let upload: string
let deployment: number
/** Who makes the tokens, and may read every list of them. */
let maker: TestUser

beforeAll(async () => {
  desk = await softwareApp()
  upload = await desk.upload(await desk.bundle(), 'notes.txt', 'the notes')
  const { rows } = await sql<{
    id: number
  }>`select id from deployments where account_id = ${desk.accounts.acme.id}`.execute(desk.portal.db)
  deployment = rows[0]!.id
  maker = await userWith(desk.app, 'ADMIN')
})
afterAll(() => desk.close())

type Answer = Record<string, string> & { id: string }
async function ask(method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<Answer> {
  const headers = { ...maker.headers, ...(body ? { 'content-type': 'application/json' } : {}), ...more }
  const response = await fetch(desk.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  const text = await response.text()
  expect(response.ok, `${path} ${response.status} ${text}`).toBe(true)
  return (/^\s*[[{]/.test(text) ? JSON.parse(text) : { id: '', text }) as Answer
}
const answers = async (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  (await fetch(new URL(path, desk.url), { ...init, headers })).status < 400
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const inTx = <T>(work: Parameters<ReturnType<typeof desk.portal.db.transaction>['execute']>[0]) =>
  desk.portal.db.transaction().execute(work) as Promise<T>
const name = () => `t${randomBytes(4).toString('hex')}`

/** A token, and the id of its row. */
type Made = { readonly token: string; readonly id: string }
type Kind = {
  readonly table: string
  readonly key?: string
  /** The column of its hash; kinds without one derive the secret from the id. */
  readonly hash?: string
  readonly lastUse?: string
  readonly expires?: string
  make(): Promise<Made>
  opens(token: string): Promise<boolean>
  revoke(made: Made): Promise<unknown>
  /** It is used up when it opens something. */
  once?: boolean
  /** The list in which its maker sees it. */
  list?: string
  /**
   * Whether it opens something again once its maker is back, or has ended with their access. A one-time link opens a
   * step of signing in, which reads the state of the user by itself.
   */
  rests?: boolean
}

const kinds: Readonly<Record<string, Kind>> = {
  'of the API': {
    table: 'api_tokens',
    hash: 'hash',
    lastUse: 'last_used_at',
    expires: 'expires_at',
    list: '/api/users/me/tokens',
    rests: false,
    async make() {
      const values = { user_id: maker.id, name: name(), expires_at: new Date(Date.now() + 86_400_000) }
      const { token, row } = await inTx<Awaited<ReturnType<typeof createApiToken>>>((tx) => createApiToken(tx, values))
      return { token, id: String(row.id) }
    },
    opens: (token) => answers('/api/users/me', bearer(token)),
    revoke: ({ id }) => inTx((tx) => deleteApiTokens(tx, { userId: maker.id, id: Number(id) })),
  },
  'of a ticket system': {
    table: 'account_tokens',
    hash: 'hash',
    lastUse: 'last_used_at',
    list: '/api/ticket-exchange?account=acme',
    rests: true,
    async make() {
      const body = { name: name(), rights: ['READ'] }
      const { id, token } = await ask('POST', '/api/ticket-exchange/tokens?account=acme', body)
      return { id, token: token! }
    },
    opens: (token) => answers('/tmf-api/troubleTicket/v4/troubleTicket', bearer(token)),
    revoke: ({ id }) => ask('DELETE', `/api/ticket-exchange/tokens/${id}?account=acme`),
  },
  'of a deployment': {
    table: 'deployment_tokens',
    hash: 'hash',
    lastUse: 'last_used_at',
    rests: true,
    async make() {
      const path = `/api/plugins/analytics/deployments/${deployment}/tokens`
      const { id, token } = await ask('POST', path, { name: name() })
      return { id, token: token! }
    },
    opens: (token) =>
      answers(
        '/api/ingest/metrics',
        { ...bearer(token), 'content-type': 'text/plain; version=0.0.4' },
        { method: 'POST', body: `modems_online 12 ${Date.now()}\n` },
      ),
    revoke: ({ id }) => ask('DELETE', `/api/plugins/analytics/deployments/${deployment}/tokens/${id}`),
  },
  'of an enrolment': {
    table: 'link_jobs',
    hash: 'token_hash',
    expires: 'expires_at',
    list: '/api/infrastructure/jobs/link/acme',
    rests: true,
    async make() {
      const { id } = await ask('POST', '/api/infrastructure/jobs/link/acme', { cluster: name() })
      const { text } = await ask('GET', `/api/infrastructure/jobs/link/acme/${id}/instructions`)
      return { id, token: /hde_[\w-]{43}/.exec(text!)![0] }
    },
    once: true,
    opens: (token) => answers('/api/ingest/enrolment', bearer(token), { method: 'POST' }),
    revoke: ({ id }) =>
      ask('POST', `/api/infrastructure/jobs/link/acme/${id}/cancel`, undefined, { 'if-match': '"1"' }),
  },
  'of the registry': {
    table: 'registry_credentials',
    lastUse: 'last_used_at',
    expires: 'expires_at',
    list: '/api/registry/credentials?account=acme',
    rests: true,
    async make() {
      const { id } = await ask('POST', '/api/registry/credentials', { account: 'acme', name: name(), days: 90 })
      const { username, secret } = await ask('GET', `/api/ecr/credentials?account=acme&credential=${id}&decodeKey=true`)
      return { id, token: `${username}:${secret}` }
    },
    opens: (token) =>
      answers('/api/registry/token?service=x&scope=repository:a/b:pull', {
        authorization: `Basic ${Buffer.from(token).toString('base64')}`,
      }),
    revoke: ({ id }) => ask('DELETE', `/api/registry/credentials/${id}`),
  },
  'in the address of a calendar': {
    table: 'calendar_feeds',
    hash: 'token_hash',
    lastUse: 'last_read_at',
    list: '/api/users/me/calendar-feeds',
    rests: false,
    async make() {
      await sql`delete from calendar_feeds where user_id = ${maker.id}`.execute(desk.portal.db)
      const { id, url } = await ask('POST', '/api/users/me/calendar-feeds', { name: name() })
      return { id, token: /\/calendar\/(.+)\.ics$/.exec(url!)![1]! }
    },
    opens: (token) => answers(`/calendar/${token}.ics`, {}),
    revoke: ({ id }) => ask('DELETE', `/api/users/me/calendar-feeds/${id}`),
  },
  'of a share link': {
    table: 'share_links',
    expires: 'expires_at',
    rests: true,
    async make() {
      const body = { name: name(), hours: 5 }
      const { id, content } = await ask('POST', `/api/box/file/upload/${upload}/shareable-links`, body)
      return { id, token: /\/s\/(.+)$/.exec(content!)![1]! }
    },
    opens: (token) => answers(`/s/${token}`, {}),
    revoke: ({ id }) => ask('DELETE', `/api/shareable-links/${id}`),
  },
  'of a one-time link': {
    table: 'one_time_links',
    key: 'hash',
    hash: 'hash',
    expires: 'expires_at',
    async make() {
      const { token } = await inTx<{ token: string }>((tx) => makeLink(tx, maker.id, 'reset', (made) => `/?${made}`))
      return { token, id: '' }
    },
    once: true,
    opens: async (token) =>
      (await readLink(desk.portal.db, token)) !== undefined &&
      (await inTx<boolean>((tx) => useLink(tx, token, maker.id))),
    revoke: () => inTx((tx) => voidLinks(tx, maker.id)),
  },
}

const sha256 = (token: string) => createHash('sha256').update(token).digest()
/** The row of a token as text, and a column of it. */
async function rowOf({ table, key = 'id', hash }: Kind, { id, token }: Made, column = key) {
  const which = key === hash ? sql`${sql.ref(key)} = ${sha256(token)}` : sql`${sql.ref(key)}::text = ${id}`
  const { rows } = await sql<{ text: string; value: unknown }>`
    select t::text as text, ${sql.ref(column)} as value from ${sql.table(table)} t where ${which}`.execute(
    desk.portal.db,
  )
  return rows[0]!
}
/** Another secret of the same form. */
const altered = (token: string) => `${token.slice(0, -3)}${token.at(-3) === 'A' ? 'B' : 'A'}${token.slice(-2)}`
/** What of a token is secret: all after its prefix, or after the name of what it opens. */
const secretIn = (token: string) => token.replace(/^hd[a-z]_|^\d+\.|^.*:/, '')
const change = async (action: string) => {
  const { headers } = await desk.call('abel', 'GET', `/api/users/${maker.id}`)
  const etag = headers.get('etag')!
  return desk.call('abel', 'POST', `/api/users/${maker.id}/state`, { action }, { 'if-match': etag })
}

describe.each(Object.entries(kinds))('a token %s', (_, kind) => {
  test('is stored as a hash, or not at all, and no list shows it', async () => {
    const made = await kind.make()
    expect(secretIn(made.token)).toMatch(/^[\w-]{43}$/)
    expect((await rowOf(kind, made)).text).not.toContain(secretIn(made.token))
    if (kind.hash) expect((await rowOf(kind, made, kind.hash)).value).toEqual(sha256(made.token))
    if (kind.list) expect(JSON.stringify(await ask('GET', kind.list))).not.toContain(secretIn(made.token))
  })

  test('opens what it is for, another one of its form does not, and its use is noted', async () => {
    const made = await kind.make()
    expect(await kind.opens(altered(made.token))).toBe(false)
    if (kind.lastUse) expect((await rowOf(kind, made, kind.lastUse)).value).toBeNull()
    expect(await kind.opens(made.token)).toBe(true)
    expect(await kind.opens(made.token)).toBe(!kind.once)
    if (kind.lastUse) await expect.poll(async () => (await rowOf(kind, made, kind.lastUse)).value).toBeInstanceOf(Date)
  })

  test('opens nothing once it is revoked', async () => {
    const made = await kind.make()
    await kind.revoke(made)
    expect(await kind.opens(made.token)).toBe(false)
  })

  test.runIf(kind.expires)('opens nothing once it has expired', async () => {
    const made = await kind.make()
    await sql`update ${sql.table(kind.table)} set ${sql.ref(kind.expires!)} = now() where ${
      kind.key === 'hash' ? sql`hash = ${sha256(made.token)}` : sql`id::text = ${made.id}`
    }`.execute(desk.portal.db)
    expect(await kind.opens(made.token)).toBe(false)
  })

  test.runIf(kind.rests !== undefined)('rests, or ends, while its maker may not work', async () => {
    const made = await kind.make()
    expect((await change('suspend')).status).toBe(200)
    await expect.poll(() => kind.opens(made.token), { timeout: 15_000 }).toBe(false)
    expect((await change('unsuspend')).status).toBe(200)
    const { headers } = await tokenOf(desk, maker.id)
    maker = { ...maker, headers }
    expect(await kind.opens(made.token)).toBe(kind.rests)
  })
})
