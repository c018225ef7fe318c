import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDnsServer } from '#test/dns-server.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import type { AllowedDomains, DomainProof } from '../contract.ts'
import { domainsFeature } from './index.ts'

let office: UserManagementApp
let dns: Awaited<ReturnType<typeof openDnsServer>>
beforeAll(async () => {
  dns = await openDnsServer()
  office = await userManagementApp({ env: { DNS_SERVERS: dns.address } })
  for (const email of ['acme.example', '*.wide.example', 'free.example'])
    await office.call('admin', 'POST', '/account/whitelist/acme', { email })
})
afterAll(async () => {
  await office.close()
  await dns.close()
})

const call = (as: Member, method: string, domain: string, more = '') =>
  office.call(as, method, `/account/whitelist/acme/${encodeURIComponent(domain)}/proof${more}`)
const ask = async (domain: string) => (await call('csm', 'POST', domain)).body as unknown as DomainProof
const check = async (domain: string) => (await call('csm', 'POST', domain, '/check')).body as unknown as DomainProof
const maySignUp = async (email: string) =>
  (await fetch(`${office.url}/api/onboarding/check?accountName=acme&email=${email}`)).status === 200
const list = async () => (await office.call('csm', 'GET', '/account/whitelist/acme')).body as unknown as AllowedDomains

test('proof is required only after a request; then the domain admits no users until the record is there', async () => {
  expect((await list()).proofs).toEqual([])
  expect(await maySignUp('a@acme.example')).toBe(true)
  const proof = await ask('ACME.example')
  expect(proof).toMatchObject({ domain: 'acme.example', host: '_headend.acme.example', state: 'UNPROVEN' })
  expect(await ask('acme.example')).toEqual(proof)
  expect((await list()).proofs).toEqual([proof])
  expect(await maySignUp('a@acme.example')).toBe(false)
  expect(await maySignUp('a@free.example')).toBe(true)

  dns.records.set(proof.host, ['v=spf1 -all', 'headend-domain-proof=wrong'])
  expect((await check('acme.example')).state).toBe('UNPROVEN')
  dns.records.set(proof.host, ['v=spf1 -all', proof.value])
  expect(await check('acme.example')).toMatchObject({ state: 'PROVEN', unanswered: false })
  expect(await maySignUp('a@acme.example')).toBe(true)
})

test('the daily check detects a missing record; a DNS failure changes nothing', async () => {
  const { host, value } = await ask('*.wide.example')
  expect(host).toBe('_headend.wide.example')
  dns.records.set(host, [value])
  expect((await check('*.wide.example')).state).toBe('PROVEN')
  dns.state.silent = true
  expect(await check('*.wide.example')).toMatchObject({ state: 'PROVEN', unanswered: true })
  dns.state.silent = false
  dns.records.delete(host)
  const [daily] = domainsFeature.tasks!(office.portal)
  await daily!.run(undefined)
  const lost = (await list()).proofs.find(({ domain }) => domain === '*.wide.example')
  expect(lost).toMatchObject({ state: 'LOST', unanswered: false })
  expect(await maySignUp('a@b.wide.example')).toBe(false)
  dns.records.set(host, [value])
  expect((await check('*.wide.example')).state).toBe('PROVEN')
  const events = await office.portal.db
    .selectFrom('events')
    .select('name')
    .where('name', 'like', 'account.domain-veri%')
    .where('data', '@>', JSON.stringify({ domain: '*.wide.example' }))
    .orderBy('id')
    .execute()
  expect(events.map(({ name }) => name.replace('account.domain-', ''))).toEqual([
    'verification-requested',
    'verified',
    'verification-lost',
    'verified',
  ])
})

test('a domain without a DNS response for 7 days loses its proof; managers are notified on the first day', async () => {
  const { host, value } = await ask('acme.example')
  dns.records.set(host, [value])
  await check('acme.example')
  const mails = () =>
    office.portal.db.selectFrom('mail_outbox').select('recipient').where('subject', 'like', '%acme.example%').execute()
  const before = (await mails()).length
  dns.state.silent = true
  expect(await check('acme.example')).toMatchObject({ state: 'PROVEN', unanswered: true })
  await check('acme.example')
  const { acmeManager, csm } = office.users
  expect(
    (await mails())
      .slice(before)
      .map(({ recipient }) => recipient)
      .sort(),
  ).toEqual([acmeManager.email, csm.email].sort())
  await office.portal.db
    .updateTable('domain_verifications')
    .set({ unanswered_since: new Date(Date.now() - 8 * 86_400_000) })
    .where('domain', '=', 'acme.example')
    .execute()
  expect((await check('acme.example')).state).toBe('LOST')
  expect(await maySignUp('a@acme.example')).toBe(false)
  dns.state.silent = false
  expect((await check('acme.example')).state).toBe('PROVEN')
})

test('proof is required and waived by users who manage the list; a domain that leaves the list loses its proof', async () => {
  expect((await call('acmeManager', 'POST', 'free.example')).status).toBe(403)
  expect((await call('csm', 'POST', 'never.example')).status).toBe(404)
  expect((await call('csm', 'POST', 'free.example', '/check')).status).toBe(404)
  const first = await ask('free.example')
  expect((await call('csm', 'DELETE', 'free.example')).status).toBe(204)
  expect((await call('csm', 'DELETE', 'free.example')).status).toBe(404)
  expect(await maySignUp('a@free.example')).toBe(true)
  expect((await ask('free.example')).value).not.toBe(first.value)
  await office.call('csm', 'DELETE', '/account/whitelist/acme/free.example')
  await office.call('csm', 'POST', '/account/whitelist/acme', { email: 'free.example' })
  expect((await list()).proofs.map(({ domain }) => domain)).toEqual(['*.wide.example', 'acme.example'])
})
