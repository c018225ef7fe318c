import { type TestApp, testApp } from './app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from './factories.ts'
import type { Json, Reply } from './support-app.ts'

/** Two accounts with their users and the vendor staff responsible for them; for tests of user management. */
export type UserManagementApp = TestApp & {
  readonly acme: MadeAccount
  readonly blue: MadeAccount
  readonly users: Readonly<Record<Member, TestUser>>
  /** Calls the API as a user. */
  call(
    as: Member | TestUser,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>
}

const members = {
  admin: 'ADMIN',
  manager: 'HARMONIC_MANAGER',
  csm: 'HARMONIC_CSM',
  staff: 'HARMONIC',
  tac: 'HARMONIC_TAC_MANAGER',
  lift: 'HARMONIC_LIFT_MANAGER',
  acmeManager: 'MANAGER',
  acmeUser: 'USER',
  acmeContractor: 'CUST_CONTRACTOR',
  blueManager: 'MANAGER',
  blueUser: 'USER',
} as const
export type Member = keyof typeof members

/** Opens the app; the customer-success manager is assigned to acme. */
export async function userManagementApp(options: Parameters<typeof testApp>[0] = {}): Promise<UserManagementApp> {
  const app = await testApp(options)
  const acme = await makeAccount(app, 'acme')
  const blue = await makeAccount(app, 'blue')
  const users: Partial<Record<Member, TestUser>> = {}
  for (const [name, role] of Object.entries(members))
    users[name as Member] = await userWith(app, role, name.startsWith('blue') ? blue : acme)
  const csm = users.csm!.id
  await app.portal.db.updateTable('accounts').set({ csm_id: csm }).where('id', '=', acme.id).execute()
  const office = users as Record<Member, TestUser>
  return {
    ...app,
    acme,
    blue,
    users: office,
    async call(as, method, path, body, headers = {}) {
      const user = typeof as === 'string' ? office[as] : as
      const response = await fetch(`${app.url}/api${path}`, {
        method,
        headers: {
          ...user.headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const json = response.headers.get('content-type')?.includes('json') && text !== ''
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: json ? (JSON.parse(text) as Json) : none,
      }
    },
  }
}

const none = {} as Json
