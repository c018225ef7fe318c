import { randomBytes } from 'node:crypto'
import { encryptorFor } from '#kit/server/encryption.ts'
import { type TestUser, userWith } from '#test/factories.ts'
import { type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import { type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { type FakeUser, OKTA_TOKEN, type OktaFake, startOktaFake } from './okta-fake.ts'

/** A portal that manages users in Okta: the fake, behind a proxy that can fail. */
export type OktaWorld = {
  readonly office: UserManagementApp
  readonly okta: OktaFake
  readonly proxy: FaultProxy
  /** A user of acme who is in Okta as well, in that state of Okta's; here they are `state`. */
  user(status: string, state: string): Promise<TestUser>
  inOkta(user: TestUser): FakeUser | undefined
  /** Posts to the portal's hook what Okta's event hooks would; with another secret where one is named. */
  sendEvents(events: readonly unknown[], secret?: string): Promise<Response>
  /** Makes the next requests about a user fail like that: other requests, and automatic reads, are forwarded. */
  failsFor(user: TestUser, ...faults: Fault[]): void
  close(): Promise<void>
}

const ISSUER = 'https://okta.example'
/** The requests of the fake's event hooks. */
export const EVENTS_SECRET = 'the-secret-of-the-event-hooks'
/** The users from whom Okta requires a second factor. */
export const FACTOR_GROUP = '00g-second-factor'

/** Opens it. */
export async function openOktaWorld(): Promise<OktaWorld> {
  const okta = await startOktaFake()
  const proxy = await startFaultProxy(okta.url)
  const office = await userManagementApp({ env: { PRIVATE_HOSTS: proxy.host } })
  const { db, config } = office.portal
  const encrypt = encryptorFor(config)
  await db
    .insertInto('identity_providers')
    .values({
      id: 'okta',
      name: 'Okta',
      type: 'OKTA',
      issuer: ISSUER,
      client_id: 'portal',
      management_url: proxy.url,
      management_secret: encrypt.close(OKTA_TOKEN, 'identity provider okta management'),
      events_secret: encrypt.close(EVENTS_SECRET, 'identity provider okta events'),
      factor_group: FACTOR_GROUP,
    })
    .execute()
  okta.groups.set(FACTOR_GROUP, new Set())
  const ids = new Map<number, string>()
  return {
    office,
    okta,
    proxy,
    async user(status, state) {
      const user = await userWith(office, 'USER', office.acme)
      const { id: subject } = okta.add({ login: `${randomBytes(4).toString('hex')}@okta.example`, status })
      ids.set(user.id, subject)
      await db.updateTable('users').set({ issuer: ISSUER, subject, state }).where('id', '=', user.id).execute()
      return user
    },
    inOkta: ({ id }) => okta.users.get(ids.get(id) ?? ''),
    sendEvents: (events, secret = EVENTS_SECRET) =>
      fetch(`${office.url}/api/hooks/okta/okta`, {
        method: 'POST',
        headers: { authorization: secret, 'content-type': 'application/json' },
        body: JSON.stringify({ eventType: 'com.okta.event_hook', data: { events } }),
      }),
    failsFor({ id }, ...faults) {
      proxy.meant = new RegExp(`/${ids.get(id)}\\b`)
      proxy.faults.push(...faults)
    },
    async close() {
      await office.close()
      await proxy.close()
      await okta.close()
    },
  }
}
