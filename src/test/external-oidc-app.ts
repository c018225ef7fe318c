import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { hashPassword, storePassword } from '#features/users/passwords/server/index.ts'
import { noUser } from '#kit/server/events/event.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { freePort } from './product-process.ts'
import { buildProgram } from './program.ts'
import { type UserManagementApp, userManagementApp } from './user-management-app.ts'

/** The app, with a separate provider process for outside.example, and a mailbox for all users. */
export type OutsideOffice = UserManagementApp & {
  readonly mailbox: Mailbox
  readonly issuer: string
  /** Changes settings of the provider `outside-id` (Outside ID) as configured in the portal. */
  change(settings: object): ReturnType<UserManagementApp['call']>
  /** Makes a user active with the password `outsidePassword`; returns their id. */
  withPassword(email: string): Promise<number>
}

export const outsidePassword = 'Quiet-Harbour-77'

/** Opens it; acme allows the provider's domain. */
export async function openOutsideOffice(): Promise<OutsideOffice> {
  const [own, port] = [await freePort(), await freePort()]
  const mailbox = await openMailbox()
  const env = { PORT: String(own), SMTP_URL: mailbox.url, PRIVATE_HOSTS: `localhost:${port}`, RATE_LIMITS: 'off' }
  const office = await userManagementApp({ env })
  const { db } = office.portal
  const source = new URL('../features/sign-in/identity-providers/server/outside-provider.program.ts', import.meta.url)
  const comesBack = `http://localhost:${own}/login/oauth2/code/outside-id`
  const provider: ChildProcess = spawn(process.execPath, [await buildProgram(source), String(port), comesBack])
  await once(provider.stdout!, 'data')
  const issuer = `http://localhost:${port}`
  const outside = { id: 'outside-id', name: 'Outside ID', type: 'OIDC', domains: ['outside.example'], enabled: true }
  const settings = { issuer, clientId: 'portal', clientSecret: 'a secret between us' }
  await office.call('admin', 'POST', '/authentication/idp', { ...outside, ...settings, confirmUntested: outside.name })
  const domains = ['outside.example', 'acme.example']
  await db.updateTable('accounts').set({ domains }).where('id', '=', office.acme.id).execute()
  return {
    ...office,
    mailbox,
    issuer,
    change: (body) =>
      office.call('admin', 'PATCH', '/authentication/idp/outside-id', { ...body, confirmUntested: 'Outside ID' }),
    async withPassword(email) {
      const { id } = await db
        .insertInto('users')
        .values({ email, full_name: 'Paula Password', state: 'active' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const hash = await hashPassword(outsidePassword)
      await db.transaction().execute((tx) => storePassword(tx, id, hash, noUser))
      return id
    },
    async close() {
      await office.close()
      mailbox.close()
      provider.kill()
    },
  }
}
