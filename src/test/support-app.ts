import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { testApp } from './app.ts'

/** Users of the support tests: two customers, a contractor, staff. Addresses are `name@…`. */
const users = {
  vera: { full: 'Vera Vendor', roles: [['HARMONIC', null]] },
  victor: { full: 'Victor Vendor', roles: [['HARMONIC_NOC', null]] },
  adam: { full: 'Adam Admin', roles: [['ADMIN', null]] },
  tom: { full: 'Tom Tac', roles: [['HARMONIC_TAC_MANAGER', null]] },
  mia: { full: 'Mia Manager', roles: [['MANAGER', 'acme']] },
  uma: { full: 'Uma User', roles: [['USER', 'acme']] },
  ugo: { full: 'Ugo User', roles: [['USER', 'acme']] },
  carl: { full: 'Carl Contractor', roles: [['CUST_CONTRACTOR', 'acme']] },
  finn: { full: 'Finn Fieldtech', roles: [['FIELDTECH', 'acme']] },
  bob: { full: 'Bob Blue', roles: [['USER', 'blue']] },
} as const
export type Name = keyof typeof users

/** The user name of a test user. */
export function addressOf(name: Name): string {
  return `${name}@desk.example`
}

/** Parsed JSON, as tests read it: any member of anything, until a test asserts what it must be. */
export type Json = { readonly [member: string]: Json } & readonly Json[]

/** A response with its body read. */
export type Reply = { readonly status: number; readonly headers: Headers; readonly text: string; readonly body: Json }

/** The rows of a returned list. */
export function rowsOf(reply: Reply, name: string): readonly Json[] {
  return (reply.body._embedded as unknown as Record<string, readonly Json[]>)[name] ?? []
}

/** The product with its support features, called by one user at a time. */
export type SupportApp = {
  readonly portal: AppContext
  readonly url: string
  readonly ids: Readonly<Record<Name, number>>
  headersOf(name: Name): Record<string, string>
  call(name: Name, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  close(): Promise<void>
}

/** Starts the support app on a separate database. Accounts: acme and blue with a deployment each, bare without. */
export async function supportApp(env: Record<string, string> = {}): Promise<SupportApp> {
  const app = await testApp({ env })
  const { ids, tokens } = await populate(app.portal.db)
  const headersOf = (name: Name) => ({ authorization: `Bearer ${tokens[name]}` })
  return {
    portal: app.portal,
    url: app.url,
    ids,
    headersOf,
    async call(name, method, path, body, headers = {}) {
      const raw =
        body instanceof FormData || body instanceof Blob || typeof body === 'string' || body instanceof Uint8Array
      const response = await fetch(`${app.url}/api/plugins/jira${path}`, {
        method,
        headers: {
          ...headersOf(name),
          ...(body !== undefined && !raw ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
      })
      const text = await response.text()
      const json = response.headers.get('content-type')?.includes('json') && text !== ''
      return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : undefined }
    },
    close: app.close,
  }
}

async function populate(db: Database): Promise<{ ids: Record<Name, number>; tokens: Record<Name, string> }> {
  const accounts = new Map<string, number>()
  for (const [name, key] of [
    ['acme', 'ACME'],
    ['blue', 'BLUE'],
    ['bare', 'BARE'],
  ] as const) {
    const account = await db
      .insertInto('accounts')
      .values({ name, display_name: `${name} cable`, region: 'EMEA', project_key: key })
      .returning('id')
      .executeTakeFirstOrThrow()
    accounts.set(name, account.id)
    if (name === 'bare') continue
    await db
      .insertInto('deployments')
      .values({
        account_id: account.id,
        name: `${name}-1`,
        version: 'cOS-CN-DOCSIS',
        type: 'CN-DOCSIS',
        stage: 'PRODUCTION',
      })
      .execute()
  }
  const ids: Partial<Record<Name, number>> = {}
  const tokens: Partial<Record<Name, string>> = {}
  for (const [name, { full, roles }] of Object.entries(users)) {
    const { id } = await db
      .insertInto('users')
      .values({ email: addressOf(name as Name), full_name: full, state: 'active' })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[name as Name] = id
    const token = `hdt_${randomBytes(32).toString('base64url')}`
    tokens[name as Name] = token
    const hash = createHash('sha256').update(token).digest()
    const kept = { user_id: id, name: 'test', hash, permissions: null, expires_at: new Date(Date.now() + 86_400_000) }
    await db.insertInto('api_tokens').values(kept).execute()
    for (const [role, account] of roles)
      await db
        .insertInto('role_grants')
        .values({ user_id: id, role, account_id: account === null ? null : accounts.get(account)! })
        .execute()
  }
  return { ids: ids as Record<Name, number>, tokens: tokens as Record<Name, string> }
}
