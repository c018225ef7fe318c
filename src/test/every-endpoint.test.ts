import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roleNames } from '#features/access/roles/contract.ts'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { allows } from '#kit/contract/permission.ts'
import { describeApi } from '#kit/server/describe/describe-api.ts'
import { contractNames } from '#server/contract-names.ts'
import { permissions } from '#web/permissions.ts'
import { type TestApp, testApp } from './app.ts'
import { makeAccount, type TestUser, userWith } from './factories.ts'

let app: TestApp
let endpoints: readonly AnyEndpoint[]
const users = new Map<string, TestUser>()

beforeAll(async () => {
  app = await testApp()
  endpoints = app.portal.endpoints
  const account = await makeAccount(app, 'every-endpoint')
  // The calls delete the first deployment; LIFT roles hold where there is another.
  await makeAccount(app, 'another')
  // The calls end the access of the first user.
  await userWith(app, 'USER', account)
  for (const role of Object.keys(roleNames)) users.set(role, await userWith(app, role, account))
})
afterAll(() => app.close())

test('every permission of an endpoint or of more of its reply, and no other, can be chosen for a token', () => {
  const requested = endpoints.flatMap(({ guard, optionalPermissions: shows = [] }) =>
    typeof guard === 'string' ? shows : [guard, ...shows],
  )
  expect(permissions.map(({ name }) => name).sort()).toEqual([...new Set(requested.map(({ name }) => name))].sort())
})

test('nobody makes these calls as another user, and may make all others', () => {
  const names = endpoints.flatMap(({ name, forbiddenWhileImpersonating }) =>
    forbiddenWhileImpersonating ? [name] : [],
  )
  expect(names.toSorted()).toEqual([
    'acknowledge',
    'approveDeletion',
    'approveJoin',
    'approveManyDeletions',
    'approveRelease',
    'askForAccess',
    'cancelLinkJob',
    'changeConnection',
    'changeRegistryOverlap',
    'changeUserRoles',
    'changeUserState',
    'configureAlertingSystem',
    'configureJira',
    'configureServiceDesk',
    'configureUserDeletion',
    'connectWiki',
    'createAccountToken',
    'createCalendarFeed',
    'createConnection',
    'createDeployment',
    'createDeploymentToken',
    'createMyToken',
    'createProvider',
    'createReceiptKey',
    'createRegistryCredential',
    'createScimToken',
    'createUser',
    'createWebhook',
    'decideAccountRequest',
    'deleteAccount',
    'deleteConnection',
    'deleteDeployment',
    'deleteManyUsers',
    'deleteProvider',
    'deleteUser',
    'dropConnectionMessages',
    'editDeployment',
    'editJenkinsConfig',
    'endMySession',
    'endSessionOfUser',
    'endSessionsOfUser',
    'forgetLinkOfUser',
    'impersonate',
    'listMySessions',
    'markSeen',
    'migrateUsersToLocal',
    'moveUserBack',
    'moveUserToProvider',
    'moveUsersToProvider',
    'reactivateUser',
    'readNotifications',
    'readRegistryLogin',
    'rejectRelease',
    'removeUserRoles',
    'replayConnectionMessages',
    'resetUserFactors',
    'resetUserPassword',
    'resetWatermark',
    'restoreAccount',
    'retryRelease',
    'retrySignature',
    'revokeAccountToken',
    'revokeDeploymentToken',
    'revokeReceiptKey',
    'revokeRegistryCredential',
    'revokeScimToken',
    'revokeTokenOfUser',
    'rotateRegistryCredential',
    'rotateWebhookSecret',
    'saveAnalyticsConfig',
    'saveScannerConfig',
    'setMultifactor',
    'setUserRole',
    'showMailLink',
    'simulateConnectionFault',
    'startLinkJob',
    'subscribeToPush',
    'testAnalyticsLogin',
    'testProvider',
    'transferOwnedItems',
    'unsubscribeFromPush',
    'updateAnnouncementSettings',
    'updateProvider',
  ])
})

describe('every endpoint', () => {
  test('rejects a request without a session with 401', async () => {
    for (const endpoint of guarded())
      expect([nameOf(endpoint), (await ask(endpoint)).status]).toEqual([nameOf(endpoint), 401])
  })

  test('rejects with 403 each role that lacks its permission, and no role that has it', async () => {
    for (const endpoint of guarded()) {
      const replies = await Promise.all(
        [...users].map(async ([role, user]) => ({ role, ...(await ask(endpoint, user)) })),
      )
      for (const { role, status, code } of replies) {
        const { guard } = endpoint
        const may = typeof guard === 'string' || allows(actorWith(role), guard)
        const rejected = status === 403 && code === 'access-denied'
        if (may)
          expect([nameOf(endpoint), role, rejected && endpoint.guard !== 'signed-in']).toEqual([
            nameOf(endpoint),
            role,
            false,
          ])
        else expect([nameOf(endpoint), role, status, code]).toEqual([nameOf(endpoint), role, 403, 'access-denied'])
      }
    }
  })

  test('rejects an unknown name in query or body with 400 that names it', async () => {
    let named = 0
    for (const endpoint of guarded()) {
      const user = users.get(roleWith(endpoint))!
      if (endpoint.query) {
        const response = await ask(endpoint, user, { query: '?unknownName=1' })
        expect([nameOf(endpoint), response.status]).toEqual([nameOf(endpoint), 400])
        // A missing required member is reported first.
        if (response.fields[0] === 'unknownName') named += 1
      }
      if (endpoint.body && !endpoint.media?.consumes) {
        const response = await ask(endpoint, user, { body: { unknownName: 1 } })
        expect([nameOf(endpoint), response.status]).toEqual([nameOf(endpoint), 400])
      }
    }
    expect(named).toBeGreaterThan(2)
  })

  test('is in the API description with its problems', async () => {
    const { paths, components } = describeApi(app.portal, await contractNames())
    const texts = components.schemas.ProblemCode!.oneOf as { const: string; description: string }[]
    for (const endpoint of endpoints) {
      const operation = paths[endpoint.url]?.[endpoint.method.toLowerCase()]
      expect([nameOf(endpoint), operation?.operationId]).toEqual([nameOf(endpoint), endpoint.name])
      for (const { code, status, text } of endpoint.problems) {
        const { $ref, description } = operation?.responses[status] ?? {}
        const shared = components.responses[String($ref).split('/').at(-1)!]
        expect([code, description ?? shared?.description]).toEqual([code, expect.stringContaining(`\`${code}\``)])
        expect(texts).toContainEqual({ const: code, description: expect.stringContaining(text) })
        expect(text).not.toBe('')
      }
    }
  })

  test('has its own name and address', () => {
    expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length)
    expect(new Set(endpoints.map(nameOf)).size).toBe(endpoints.length)
  })
})

function guarded(): AnyEndpoint[] {
  return endpoints.filter(({ guard }) => guard !== 'anyone')
}

function nameOf({ method, url }: AnyEndpoint): string {
  return `${method} ${url}`
}

/** An administrator, or where they lack the permission the first who has it. */
function roleWith({ guard }: AnyEndpoint): string {
  const may = (role: string) => typeof guard === 'string' || allows(actorWith(role), guard)
  return ['ADMIN', ...users.keys()].find(may)!
}

function actorWith(role: string) {
  return { id: '0', username: '', fullName: '', roles: [{ role, account: '*' }], assignedAccounts: [] }
}

async function ask(
  endpoint: AnyEndpoint,
  user?: TestUser,
  { query = '', body }: { query?: string; body?: unknown } = {},
) {
  const url = app.url + endpoint.url.replace(/\{\w+\}/g, '1') + query
  const response = await fetch(url, {
    method: endpoint.method,
    redirect: 'manual',
    headers: { ...user?.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const problem = response.headers.get('content-type')?.startsWith('application/problem+json') ? JSON.parse(text) : {}
  return {
    status: response.status,
    code: problem.code as string | undefined,
    fields: ((problem.fields ?? []) as { path: string }[]).map(({ path }) => path),
  }
}
