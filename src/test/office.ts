import { type TestApp, testApp } from './app.ts'
import { type MadeAccount, makeAccount, type Person, personWith } from './made.ts'
import type { Json, Reply } from './support-desk.ts'

/** Two accounts with their people and the vendor staff who look after them; for tests of managing people. */
export type Office = TestApp & {
  readonly acme: MadeAccount
  readonly blue: MadeAccount
  readonly people: Readonly<Record<Member, Person>>
  /** Calls the API as somebody. */
  call(
    as: Member | Person,
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

/** Opens the office; the customer-success manager is assigned to acme. */
export async function openOffice(options: Parameters<typeof testApp>[0] = {}): Promise<Office> {
  const app = await testApp(options)
  const acme = await makeAccount(app, 'acme')
  const blue = await makeAccount(app, 'blue')
  const people: Partial<Record<Member, Person>> = {}
  for (const [name, role] of Object.entries(members))
    people[name as Member] = await personWith(app, role, name.startsWith('blue') ? blue : acme)
  const csm = people.csm!.id
  await app.portal.db.updateTable('accounts').set({ csm_id: csm }).where('id', '=', acme.id).execute()
  const office = people as Record<Member, Person>
  return {
    ...app,
    acme,
    blue,
    people: office,
    async call(as, method, path, body, headers = {}) {
      const person = typeof as === 'string' ? office[as] : as
      const response = await fetch(`${app.url}/api${path}`, {
        method,
        headers: {
          ...person.headers,
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
