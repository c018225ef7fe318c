import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import type { SignInAttempt } from '#features/sign-in/identity-providers/contract.ts'
import keys from '../features/sign-in/identity-providers/server/saml/test-keys.json' with { type: 'json' }
import { freePort } from './product-process.ts'
import { buildProgram } from './program.ts'
import { type Browser, openBrowser } from './sign-in.ts'
import { type UserManagementApp, userManagementApp } from './user-management-app.ts'

/** The app, with a separate SAML identity provider process (`corp`, for saml.example) that creates new users. */
export type SamlOffice = UserManagementApp & {
  /** The address of the provider. */
  readonly idp: string
  /** The changes in its next responses. */
  say(values: Record<string, string>): Promise<unknown>
  /** Goes as far as the provider's form, from the sign-in page or another start, with what it would post. */
  asked(start?: string): Promise<{ browser: Browser; form: Record<string, string>; action: string }>
  /** The step and finding at which the last attempt ended, once it has. */
  lastFinding(): Promise<[string, string | null] | undefined>
}

/** The provider's certificate. */
export const samlCertificate = keys.certificate
export const xmlOf = ({ SAMLResponse = '' }: Record<string, string>) => Buffer.from(SAMLResponse, 'base64').toString()
export const withXml = (form: Record<string, string>, xml: string) => ({
  ...form,
  SAMLResponse: Buffer.from(xml).toString('base64'),
})
export const isIn = ({ cookies }: Browser) => cookies.has('cosp_access_token')

/** Opens it; acme allows the provider's domain. */
export async function openSamlOffice(): Promise<SamlOffice> {
  const port = await freePort()
  const office = await userManagementApp({ env: { PRIVATE_HOSTS: `localhost:${port}` } })
  const source = new URL(
    '../features/sign-in/identity-providers/server/saml/identity-provider.program.ts',
    import.meta.url,
  )
  const metadata = `${office.url}/login/saml2/metadata/corp`
  const provider: ChildProcess = spawn(process.execPath, [await buildProgram(source), String(port), metadata])
  await once(provider.stdout!, 'data')
  const idp = `http://localhost:${port}`
  const { db } = office.portal
  await db
    .updateTable('accounts')
    .set({ domains: ['saml.example'] })
    .where('name', '=', 'acme')
    .execute()
  const settings = { issuer: 'urn:test:idp', entryPoint: `${idp}/sso`, certificates: [keys.certificate] }
  const corp = {
    id: 'corp',
    name: 'Corp SSO',
    type: 'SAML',
    domains: ['saml.example'],
    allowUserCreation: true,
    enabled: true,
  }
  const body = { ...corp, ...settings, confirmUntested: corp.name }
  expect((await office.call('admin', 'POST', '/authentication/idp', body)).status).toBe(201)
  return {
    ...office,
    idp,
    say: (values) => fetch(`${idp}/say`, { method: 'POST', body: JSON.stringify(values) }),
    async asked(start) {
      await db.deleteFrom('sign_in_attempts').execute()
      const browser = openBrowser(office.url)
      const first = { email: 'ann@saml.example', return: '/accounts' }
      const { text } = await (start ? browser.go(start) : browser.go('/signin', first))
      const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
      const form = { SAMLResponse: value('SAMLResponse'), RelayState: value('RelayState') }
      return { browser, form, action: /action="([^"]*)"/.exec(text)?.[1] ?? '' }
    },
    async lastFinding() {
      const read = async () => {
        const { body } = await office.call('admin', 'GET', '/authentication/idp/corp/attempts')
        return (body._embedded as unknown as { attempts: SignInAttempt[] }).attempts[0]
      }
      await expect.poll(async () => (await read())?.outcome).toMatch(/SIGNED_IN|REJECTED/)
      const failed = (await read())?.steps.find(({ ok }) => !ok)
      return failed && [failed.step, failed.finding]
    },
    async close() {
      await office.close()
      provider.kill()
    },
  }
}
