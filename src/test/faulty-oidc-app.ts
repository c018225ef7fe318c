import { expect } from 'vitest'
import type { SignInAttempt } from '#features/sign-in/identity-providers/contract.ts'
import { type FaultyOidcProvider, openBentProvider } from './faulty-oidc-provider.ts'
import { type Browser, openBrowser, type Page } from './sign-in.ts'
import { type UserManagementApp, userManagementApp } from './user-management-app.ts'

/**
 * The app, with a faulty provider for the domains bent.example, lost.example and bad.example; the last is forbidden.
 */
export type BentOffice = UserManagementApp & {
  readonly provider: FaultyOidcProvider
  /** Changes settings of the provider as configured in the portal. */
  change(settings: object): Promise<unknown>
  /** Signs a user in through it: from the sign-in page, or by an address. */
  go(email: string, path?: string): Promise<{ browser: Browser; page: Page; in: boolean }>
  /** The attempt of the last `go`, once it has ended. */
  last(): Promise<SignInAttempt>
  /** Makes a user who was invited and has never signed in. */
  invite(email: string): Promise<void>
}

/** Opens it; acme allows the domain bent.example, and ann@bent.example is invited. */
export async function faultyOidcApp(): Promise<BentOffice> {
  const provider = await openBentProvider()
  const office = await userManagementApp({ env: { PRIVATE_HOSTS: new URL(provider.issuer).host } })
  const { db } = office.portal
  const settings = { issuer: provider.issuer, clientId: 'portal', clientSecret: 'a secret' }
  const domains = ['bent.example', 'lost.example', 'bad.example']
  const bent = {
    id: 'bent',
    name: 'Bent ID',
    type: 'OIDC',
    domains,
    enabled: true,
    confirmUntested: 'Bent ID',
    ...settings,
  }
  await office.call('admin', 'POST', '/authentication/idp', bent)
  await db
    .updateTable('accounts')
    .set({ domains: ['bent.example'] })
    .where('name', '=', 'acme')
    .execute()
  await db.insertInto('forbidden_domains').values({ domain: 'bad.example' }).execute()
  const bentOffice: BentOffice = {
    ...office,
    provider,
    change: (body) =>
      office.call('admin', 'PATCH', '/authentication/idp/bent', { ...body, confirmUntested: 'Bent ID' }),
    async go(email, path = '/signin') {
      await db.deleteFrom('sign_in_attempts').execute()
      const browser = openBrowser(office.url)
      const page = await browser.go(path, path === '/signin' ? { email, return: '/accounts' } : undefined)
      return { browser, page, in: browser.cookies.has('cosp_access_token') }
    },
    async last() {
      const read = async () => {
        const { body } = await office.call('admin', 'GET', '/authentication/idp/bent/attempts')
        return (body._embedded as unknown as { attempts: SignInAttempt[] }).attempts[0]
      }
      await expect.poll(async () => (await read())?.outcome).toMatch(/SIGNED_IN|REJECTED/)
      return (await read())!
    },
    async invite(email) {
      await db.insertInto('users').values({ email, full_name: 'Some Body', state: 'provisioned' }).execute()
    },
    async close() {
      await office.close()
      provider.close()
    },
  }
  await bentOffice.invite('ann@bent.example')
  return bentOffice
}
