import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '#features/platform/jobs/contract.ts'
import { actingAs } from '#test/acting-as.ts'
import { notifiedOf } from '#test/notified.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import type { AccountRequest } from '../contract.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => office.close())

let number = 0
/** The request of a customer-success manager; each name begins differently. */
const wish = (more: object = {}) => {
  number += 1
  return {
    requestType: 'ACCOUNT',
    name: `wish${number}-net-of-ours`,
    displayName: `Wish ${number}`,
    region: 'EMEA',
    domains: [`Wish${number}.example`, '*.wish.example'],
    managerEmail: `boss-${number}@wish${number}.example`,
    managerName: 'Berta Boss',
    deployment: { name: `wish${number}-1`, version: 'cOS-CN-PON', stage: 'LIFT' },
    ...more,
  }
}
const ask = async (as: Member, body: object) => {
  const reply = await office.call(as, 'POST', '/accounts/requests', body)
  return { ...reply, request: reply.body as unknown as AccountRequest }
}
const decide = (as: Member, id: string, requestStatus: string, body?: object) =>
  office.call(as, 'POST', `/accounts/requests/${id}/status?requestStatus=${requestStatus}`, body)
const read = async (id: string, as: Member = 'admin') =>
  (await office.call(as, 'GET', `/accounts/requests/${id}`)).body as unknown as AccountRequest
const settled = (id: string, state: string) => expect.poll(async () => (await read(id)).provisioningStatus).toBe(state)
const fieldsOf = ({ body }: { body: unknown }) =>
  ((body as { fields?: { path: string }[] }).fields ?? []).map(({ path }) => path)
const counters = async (as: Member) =>
  (
    (await office.call(as, 'GET', '/accounts/requests/counters')).body as unknown as {
      requestCounters: { NEW: number; REJECTED: number }
    }
  ).requestCounters

test('a user who requested by impersonation does not decide', async () => {
  const csm = await actingAs(office, office.users.admin, office.users.csm)
  const requested = await csm('POST', '/api/accounts/requests', wish())
  expect(requested.status).toBe(201)
  const decided = await decide('admin', String(requested.body.id), 'APPROVED')
  expect([decided.status, decided.body.code]).toEqual([403, 'account-request-own'])
})

test('those who decide are notified of a request, without its creator, until it is decided or deleted', async () => {
  const { admin, manager, csm } = office.users
  const { pool } = office.portal
  const waiting = (id: string) => notifiedOf(pool, 'account-request.created', `account-request-${id}`)
  const { request } = await ask('csm', wish())
  expect(await waiting(request.id)).toEqual([admin.email, manager.email].sort())
  await decide('manager', request.id, 'REJECTED', { reason: 'Not now' })
  expect(await waiting(request.id)).toEqual([])
  expect(await notifiedOf(pool, 'account-request.decided')).toContain(csm.email)
  const own = (await ask('manager', wish())).request
  expect(await waiting(own.id)).toEqual([admin.email])
  expect((await office.call('manager', 'DELETE', `/accounts/requests/${own.id}`)).status).toBe(204)
  expect(await waiting(own.id)).toEqual([])
})

test('a decision on a request that changed meanwhile is 412', async () => {
  const { request, headers } = await ask('csm', wish())
  const etag = headers.get('etag')!
  await office.call('csm', 'PUT', `/accounts/requests/${request.id}`, { ...wish(), note: 'second thoughts' })
  const url = `/accounts/requests/${request.id}/status?requestStatus=APPROVED`
  const late = await office.call('manager', 'POST', url, undefined, { 'if-match': etag })
  expect([late.status, (await read(request.id)).requestStatus]).toEqual([412, 'NEW'])
})

test('a request is approved by another user and provisioned: account, domains, deployment, manager', async () => {
  const wanted = wish()
  const { status, request } = await ask('csm', wanted)
  expect([status, request]).toMatchObject([
    201,
    { requestStatus: 'NEW', provisioningStatus: null, ownedByCurrentUser: true },
  ])
  expect((await read(request.id, 'manager')).ownedByCurrentUser).toBe(false)
  const approved = await decide('manager', request.id, 'APPROVED')
  expect([approved.status, approved.body.requestStatus]).toEqual([200, 'APPROVED'])
  await settled(request.id, 'DONE')
  expect((await read(request.id)).steps.map(({ name, state }) => [name, state])).toEqual([
    ['account', 'DONE'],
    ['subscription', 'DONE'],
    ['domains', 'DONE'],
    ['deployment', 'DONE'],
    ['manager', 'DONE'],
  ])
  const account = (await office.call('staff', 'GET', `/accounts/${wanted.name}`)).body
  expect(account).toMatchObject({
    displayName: wanted.displayName,
    deployments: [{ name: wanted.deployment.name, type: 'CN-PON', stage: 'LIFT' }],
    // Requested by a customer-success manager.
    csm: { id: String(office.users.csm.id) },
  })
  const subscription = (await office.call('csm', 'GET', `/subscriptions/customer/plans?account=${wanted.name}`)).body
  expect(subscription._embedded!.plans).toMatchObject([
    { plan: { name: 'connected' }, freeTrial: true, state: 'TRIAL', daysLeft: 29 },
  ])
  const domains = (await office.call('admin', 'GET', `/account/whitelist/${wanted.name}`)).body
  expect(domains).toMatchObject({ whitelistedDomains: ['*.wish.example', `wish${number}.example`] })
  const users = (await office.call('admin', 'GET', `/users?account=${wanted.name}`)).body as unknown as {
    _embedded: { users: object[] }
  }
  expect(users._embedded.users).toMatchObject([
    { username: wanted.managerEmail, userState: 'provisioned', roles: [{ role: 'MANAGER' }] },
  ])
  const mail = await office.portal.db
    .selectFrom('mail_outbox')
    .select('body_text')
    .where('recipient', '=', wanted.managerEmail)
    .execute()
  expect(mail.map(({ body_text }) => body_text).join()).toContain('/signin/activate?token=')
})

test('a failed step reports its reason; the request is corrected, and provisioning continues from there', async () => {
  const wanted = wish({ managerEmail: office.users.acmeUser.email })
  const { request } = await ask('csm', wanted)
  await decide('manager', request.id, 'APPROVED')
  await settled(request.id, 'FAILED')
  const failed = await read(request.id)
  expect(failed.steps.at(-1)).toMatchObject({
    name: 'manager',
    state: 'FAILED',
    error: expect.stringContaining('already has access'),
  })
  const corrected = { ...wanted, managerEmail: 'another-boss@wish.example', name: undefined }
  expect(
    (
      await office.call('csm', 'PUT', `/accounts/requests/${request.id}`, {
        ...wanted,
        ...corrected,
        name: 'quite-another',
      })
    ).status,
  ).toBe(409)
  const edit = await office.call('admin', 'PUT', `/accounts/requests/${request.id}`, {
    ...wanted,
    managerEmail: corrected.managerEmail,
  })
  expect(edit.status).toBe(200)
  const retried = await office.call('manager', 'POST', `/jobs/${failed.jobId}/retry`)
  expect([retried.status, (retried.body as unknown as Job).steps[0]!.state]).toEqual([200, 'DONE'])
  await settled(request.id, 'DONE')
  const { attempts } = (await read(request.id)).steps[0]!
  expect(attempts).toBe(1)
})

test('users do not decide their own requests, and of many concurrent decisions one counts', async () => {
  const own = (await ask('manager', wish())).request
  expect((await decide('manager', own.id, 'APPROVED')).body.code).toBe('account-request-own')
  expect((await decide('csm', own.id, 'APPROVED')).status).toBe(403)
  const { request } = await ask('csm', wish())
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, each) => decide(each % 2 ? 'admin' : 'manager', request.id, 'APPROVED')),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  await settled(request.id, 'DONE')
})

test('a rejection is sent with its reason, and counted', async () => {
  const before = await counters('admin')
  const { request } = await ask('csm', wish())
  expect(await counters('admin')).toEqual({ ...before, NEW: before.NEW + 1 })
  const rejected = await decide('admin', request.id, 'REJECTED', { reason: 'No contract yet' })
  expect(rejected.body).toMatchObject({
    requestStatus: 'REJECTED',
    reason: 'No contract yet',
    provisioningStatus: null,
  })
  expect(await counters('admin')).toEqual({ NEW: before.NEW, REJECTED: before.REJECTED + 1 })
  const mail = await office.portal.db
    .selectFrom('mail_outbox')
    .select('body_text')
    .where('recipient', '=', office.users.csm.email)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(mail!.body_text).toContain('No contract yet')
})

test('a deployment beyond the limit of the account fails with the usage; with a larger limit provisioning continues from there', async () => {
  const limit = (numberValue: number) => ({
    overrides: [
      { facet: { name: 'facet-deployments-max-deployments' }, constraintValue: { isInfinity: false, numberValue } },
    ],
  })
  const plans = (await office.call('admin', 'GET', '/subscriptions/customer/plans?account=blue')).body._embedded!.plans!
  const path = `/subscriptions/customer/plans/${plans[0]!.id}`
  expect((await office.call('admin', 'PATCH', path, limit(1))).status).toBe(200)
  const deployment = { name: 'blue-2', version: 'cOS-CN-PON', stage: 'LIFT' }
  const { request } = await ask('csm', { requestType: 'DEPLOYMENT', account: 'blue', deployment })
  await decide('manager', request.id, 'APPROVED')
  await settled(request.id, 'FAILED')
  const failed = await read(request.id)
  expect(failed.steps[0]!.error).toBe(
    'blue has 1 of 1 deployments. Ask your customer success manager for a larger plan, then retry.',
  )
  await office.call('admin', 'PATCH', path, limit(2))
  await office.call('manager', 'POST', `/jobs/${failed.jobId}/retry`)
  await settled(request.id, 'DONE')
  expect((await office.call('staff', 'GET', '/accounts/blue')).body.deployments).toHaveLength(2)
})

test('a manager requests deployments of their own account, and sees only their own requests', async () => {
  const deployment = { name: 'acme-2', version: 'cOS-DOCSIS', stage: 'PRODUCTION' }
  expect((await ask('acmeManager', wish())).status).toBe(403)
  expect(fieldsOf(await ask('acmeManager', { requestType: 'DEPLOYMENT', account: 'blue', deployment }))).toEqual([
    'account',
  ])
  const { request } = await ask('acmeManager', { requestType: 'DEPLOYMENT', account: 'acme', deployment })
  const list = async (as: Member, query = '') =>
    (
      (await office.call(as, 'GET', `/accounts/requests${query}`)).body as unknown as {
        _embedded: { requests: AccountRequest[] }
      }
    )._embedded.requests
  expect((await list('acmeManager')).map(({ id }) => id)).toEqual([request.id])
  expect(await list('blueManager')).toEqual([])
  expect((await list('lift', '?requestType=DEPLOYMENT&requestStatus=NEW')).map(({ id }) => id)).toEqual([request.id])
  expect((await office.call('blueManager', 'GET', `/accounts/requests/${request.id}`)).status).toBe(404)
  await decide('manager', request.id, 'APPROVED')
  await settled(request.id, 'DONE')
  const { deployments } = (await office.call('acmeUser', 'GET', '/accounts/acme')).body as unknown as {
    deployments: { name: string }[]
  }
  expect(deployments.map(({ name }) => name)).toEqual(['acme-1', 'acme-2'])
  expect((await ask('lift', wish())).status).toBe(201)
})

test('only the creator changes and deletes an undecided request, and an administrator', async () => {
  const wanted = wish()
  const { request, headers } = await ask('csm', wanted)
  const put = (as: Member, more: object, ifMatch?: string) =>
    office.call(
      as,
      'PUT',
      `/accounts/requests/${request.id}`,
      { ...wanted, ...more },
      ifMatch ? { 'if-match': ifMatch } : {},
    )
  expect((await put('manager', { note: 'x' })).status).toBe(403)
  expect((await put('csm', { note: 'second thoughts' })).body).toMatchObject({ wanted: { note: 'second thoughts' } })
  expect((await put('csm', { note: 'y' }, headers.get('etag')!)).status).toBe(412)
  expect(fieldsOf(await put('csm', { requestType: 'DEPLOYMENT' }))).toContain('requestType')
  expect((await office.call('manager', 'DELETE', `/accounts/requests/${request.id}`)).status).toBe(403)
  expect((await office.call('csm', 'DELETE', `/accounts/requests/${request.id}`)).status).toBe(204)
  expect((await office.call('csm', 'GET', `/accounts/requests/${request.id}`)).status).toBe(404)
})

test('inconsistent fields are reported at their field', async () => {
  await ask('csm', wish({ name: 'acme-of-old' }))
  for (const [more, paths] of [
    [{ name: undefined }, ['name']],
    [{ name: 'acme' }, ['name']],
    [{ name: 'Not A Name' }, ['name']],
    [{ region: undefined, displayName: undefined }, ['displayName', 'region']],
    [{ managerName: undefined }, ['managerName']],
    [{ domains: ['fine.example', 'not a domain'] }, ['domains.1']],
    [{ timeZone: 'Europe/Atlantis' }, ['timeZone']],
    [{ account: 'acme' }, ['account']],
    [
      { requestType: 'DEPLOYMENT', account: 'acme' },
      ['name', 'displayName', 'region', 'domains', 'managerEmail', 'managerName'],
    ],
    [{ requestStatus: 'APPROVED' }, ['requestStatus']],
    [{ requestedBy: '1' }, ['requestedBy']],
    [{ deployment: { name: 'UPPER', version: 'cOS-DOCSIS', stage: 'LIFT' } }, ['deployment.name']],
  ] as const) {
    const rejected = await ask('csm', wish(more))
    expect([more, rejected.status, fieldsOf(rejected)]).toEqual([more, 400, paths])
  }
})
