import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { caseAttachmentsFeature } from '#features/case-attachments/server/index.ts'
import { caseCommentsFeature } from '#features/case-comments/server/index.ts'
import { casesFeature } from '#features/cases/server/index.ts'
import { readConfig } from '#kit/server/config.ts'
import type { Database } from '#kit/server/database.ts'
import type { Portal, Sessions } from '#kit/server/portal.ts'
import type { Session } from '#kit/server/session.ts'
import { openPortal } from '#server/open-portal.ts'
import { testDatabase } from './database.ts'

/** People of the tests of the support desk: two customers, a contractor, staff. Addresses are `name@…`. */
const people = {
  vera: { full: 'Vera Vendor', roles: [['HARMONIC', null]] },
  victor: { full: 'Victor Vendor', roles: [['HARMONIC_NOC', null]] },
  tom: { full: 'Tom Tac', roles: [['HARMONIC_TAC_MANAGER', null]] },
  mia: { full: 'Mia Manager', roles: [['MANAGER', 'acme']] },
  uma: { full: 'Uma User', roles: [['USER', 'acme']] },
  ugo: { full: 'Ugo User', roles: [['USER', 'acme']] },
  carl: { full: 'Carl Contractor', roles: [['CUST_CONTRACTOR', 'acme']] },
  finn: { full: 'Finn Fieldtech', roles: [['FIELDTECH', 'acme']] },
  bob: { full: 'Bob Blue', roles: [['USER', 'blue']] },
} as const
export type Name = keyof typeof people

/** The user name of a person. */
export function addressOf(name: Name): string {
  return `${name}@desk.example`
}

/** Parsed JSON, as tests look into it: any member of anything, until a test says what it must be. */
export type Json = { readonly [member: string]: Json } & readonly Json[]

/** An answer with its body read. */
export type Reply = { readonly status: number; readonly headers: Headers; readonly text: string; readonly body: Json }

/** The product with its support rooms, as one person at a time calls it. */
export type Desk = {
  readonly portal: Portal
  readonly url: string
  readonly ids: Readonly<Record<Name, number>>
  call(name: Name, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
  close(): Promise<void>
}

/** Boots the support desk on a database of its own. Accounts: acme and blue with a deployment each, bare without. */
export async function openDesk(env: Record<string, string> = {}): Promise<Desk> {
  const database = await testDatabase()
  const dataDirectory = await mkdtemp(join(tmpdir(), 'headend-desk-'))
  const read = readConfig({ PORT: '0', LOG_LEVEL: 'error', DATA_DIR: dataDirectory, ...env })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  const config = { ...read.config, secretKey: 'a secret key for tests, 32 letters', demo: false }
  const running = await openPortal(config, database.url, {
    features: [casesFeature, caseCommentsFeature, caseAttachmentsFeature],
    openSessions: ({ db }) => sessionsByHeader(db),
  })
  const ids = await populate(running.portal.db)
  return {
    portal: running.portal,
    url: running.url,
    ids,
    async call(name, method, path, body, headers = {}) {
      const raw =
        body instanceof FormData || body instanceof Blob || typeof body === 'string' || body instanceof Uint8Array
      const response = await fetch(`${running.url}/api/plugins/jira${path}`, {
        method,
        headers: {
          'x-test-person': addressOf(name),
          ...(body !== undefined && !raw ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
      })
      const text = await response.text()
      const json = response.headers.get('content-type')?.includes('json') && text !== ''
      return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : undefined }
    },
    async close() {
      await running.close()
      await database.drop()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

async function populate(db: Database): Promise<Record<Name, number>> {
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
  for (const [name, { full, roles }] of Object.entries(people)) {
    const { id } = await db
      .insertInto('users')
      .values({ email: addressOf(name as Name), full_name: full, state: 'active' })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[name as Name] = id
    for (const [role, account] of roles)
      await db
        .insertInto('role_grants')
        .values({ user_id: id, role, account_id: account === null ? null : accounts.get(account)! })
        .execute()
  }
  return ids as Record<Name, number>
}

function sessionsByHeader(db: Database): Sessions {
  return {
    async identify({ headers }) {
      const email = headers['x-test-person']
      if (typeof email !== 'string') return null
      const person = await db
        .selectFrom('users')
        .select(['id', 'email', 'full_name', 'version'])
        .where('email', '=', email)
        .executeTakeFirst()
      if (!person) return null
      const held = await db
        .selectFrom('role_grants')
        .leftJoin('accounts', 'accounts.id', 'role_grants.account_id')
        .select(['role', 'accounts.name', 'accounts.id'])
        .where('user_id', '=', person.id)
        .execute()
      const session: Session = {
        personId: person.id,
        actor: {
          id: String(person.id),
          username: person.email,
          fullName: person.full_name,
          roles: held.map(({ role, name }) => ({ role, account: name ?? '*' })),
          assignedAccounts: [],
        },
        accountIds: new Map(held.flatMap(({ name, id }) => (name && id ? [[name, id]] : []))),
        readOnly: false,
        authenticatedAt: new Date(),
        expiresAt: new Date(Date.now() + 3_600_000),
        version: String(person.version),
      }
      return session
    },
    reload: async () => [],
    onChange: () => undefined,
    close: async () => undefined,
  }
}
