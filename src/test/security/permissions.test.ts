import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customerRoles, vendorRoles } from '#features/access/roles/contract.ts'
import { openOriginals } from '#features/support/log-triage/contract.ts'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { allows } from '#kit/contract/permission.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { bodies, parametersOf, pathOf } from './calls-on-cases.ts'
import { callAs, type Filed, fileCase } from './filed-case.ts'

/** Words that occur in alpha's rows alone. */
const secret = 'zebrafinch'
let app: TestApp
let alpha: MadeAccount
let beta: MadeAccount
let theirs: Filed
let reporter: TestUser
const strangers = new Map<string, TestUser>()
const own = new Map<string, TestUser>()

beforeAll(async () => {
  app = await testApp()
  alpha = await makeAccount(app, 'alpha')
  beta = await makeAccount(app, 'beta')
  await app.portal.db.updateTable('accounts').set({ crm_id: '001hyloOTV2fqhRA2Q' }).where('id', '=', alpha.id).execute()
  reporter = await userWith(app, 'USER', alpha)
  theirs = await fileCase(app, reporter, alpha, secret)
  for (const role of Object.keys(customerRoles)) {
    strangers.set(role, await userWith(app, role, beta))
    own.set(role, await userWith(app, role, alpha))
  }
  for (const role of Object.keys(vendorRoles)) own.set(role, await userWith(app, role))
})
afterAll(() => app.close())

/** Every endpoint that names a case or an account, filled in with alpha's. */
function namingAlpha(): [AnyEndpoint, string, unknown][] {
  return app.portal.endpoints.flatMap((endpoint): [AnyEndpoint, string, unknown][] => {
    const names = parametersOf(endpoint)
    const isNaming = names.some((name) => ['key', 'issueKey', 'account', 'accountName'].includes(name))
    // Endpoints without a sign-in show nothing of an account either, which their own tests check.
    if ((!isNaming && endpoint.name !== 'readAccount') || endpoint.guard === 'anyone') return []
    return [[endpoint, pathOf(endpoint, theirs, 'alpha', secret), bodies[endpoint.name]]]
  })
}

/**
 * Lists that any user may filter by another account (what they must not show is checked below), and endpoints without a
 * sign-in.
 */
const filtered = [
  'listAudit',
  'searchEverything',
  'listAccounts',
  'listUsers',
  'listSeats',
  'listReleases',
  'listImpersonations',
  'listJoinRequests',
  'askToJoin',
  'listOutages',
  'listWebhooks',
  'listCustomerPlans',
  'listFindings',
]

describe('no user of another account finds a case, its comments, its files, its drafts, or the account itself', () => {
  test.each(Object.keys(customerRoles))('%s', async (role) => {
    let rejected = 0
    for (const [endpoint, path, body] of namingAlpha().filter(([{ name }]) => !filtered.includes(name))) {
      const { guard, name } = endpoint
      const may = typeof guard === 'string' || allows(userWithRole(role), guard)
      const { status } = await callAs(app, strangers.get(role)!, endpoint.method, path, body)
      expect([name, status]).toEqual([name, may ? 404 : 403])
      rejected += 1
    }
    expect(rejected).toBeGreaterThan(30)
  })
})

test('no list, search, count, CSV, history or audit of theirs has a word of it', async () => {
  for (const role of strangers.keys()) {
    // A new user: a user's denied attempts are in their own audit log.
    const user = await userWith(app, role, beta)
    for (const [path, accept] of [
      [`/api/search?q=${secret}`],
      [`/api/search?q=${theirs.key}`],
      ['/api/search?q=alpha'],
      ['/api/search?q=x&account=alpha'],
      [`/api/search?q=${reporter.email}`],
      ['/api/accounts?q=alpha'],
      ['/api/accounts/search?name=alpha'],
      ['/api/accounts/me'],
      ['/api/accounts', 'text/csv'],
      ['/api/accounts/support-stats'],
      [`/api/accounts/user/${reporter.id}`],
      ['/api/plugins/jira/configs'],
      [`/api/plugins/jira/issues/search?q=${secret}`],
      [`/api/plugins/jira/issues/search?reporter=${reporter.email}`],
      ['/api/plugins/jira/issues/search', 'text/csv'],
      [`/api/plugins/jira/issues/similar?account=beta&text=${secret}`],
      ['/api/plugins/jira/field-options?field=label&account=beta'],
      ['/api/plugins/jira/field-options?field=product'],
      ['/api/plugins/jira/issues/addressees?account=beta'],
      ['/api/webhooks?account=alpha'],
      ['/api/subscriptions/customer/plans?account=alpha'],
      ['/api/users'],
      ['/api/users?account=alpha'],
      ['/api/users/seats?account=alpha'],
      [`/api/users?q=${reporter.email}`],
      ['/api/users', 'text/csv'],
      ['/api/users/permissions/roles/assignment'],
      ['/api/users/impersonations?account=alpha'],
      ['/api/bundle-releases?account=alpha'],
      ['/api/bundles'],
      ['/api/teams'],
      [`/api/teams/members?username=${reporter.email}`],
      ['/api/overview'],
      ['/api/filters'],
      ['/api/overview/csv'],
      ['/api/accounts/join/requests?account=alpha'],
      ['/api/accounts/requests'],
      ['/api/accounts/plugins/configurations'],
      ['/api/audit?size=200'],
      ['/api/audit?account=alpha'],
      [`/api/audit?subjectId=${theirs.key}`],
      [`/api/audit?q=${theirs.key}`],
      [`/api/audit?user=${reporter.email}`],
      ['/api/audit', 'text/csv'],
      [`/api/logbook/entries/search?username=${reporter.email}`],
    ] as [string, string?][]) {
      const { status, text } = await callAs(app, user, 'GET', path, undefined, accept ? { accept } : {})
      expect([role, path, [200, 403, 404].includes(status)]).toEqual([role, path, true])
      const said = status === 200 ? text.replace(/"_links":.*$/s, '') : ''
      expect(said, `${role} ${path}`).not.toMatch(
        new RegExp(`${secret}|${theirs.key}|"alpha"|alpha,|${reporter.email}`, 'i'),
      )
    }
    const count = await callAs(app, user, 'GET', `/api/plugins/jira/issues/count?q=${secret}`)
    if (count.status === 200) expect(JSON.parse(count.text)).toEqual({ count: 0 })
  }
})

test('another account’s ids in a body are rejected as well', async () => {
  const user = strangers.get('USER')!
  const file = (more: object) =>
    callAs(app, user, 'POST', '/api/plugins/jira/issues?account=beta', {
      subject: 'Mine',
      description: 'x',
      priority: 'LOW',
      ...more,
    })
  expect((await file({ deploymentId: theirs.deploymentId })).status).toBe(400)
  expect((await file({ addressees: [reporter.email] })).status).toBe(400)
  expect((await file({ draftFileIds: [theirs.draftFileId] })).status).toBe(400)
  const search = await callAs(app, user, 'POST', '/api/plugins/jira/issues/search', { filters: { account: ['alpha'] } })
  expect(search.status).toBe(404)
  const mine = await fileCase(app, user, beta, 'mine')
  const path = (kind: string, id: string) => `/api/plugins/jira/issues/${kind}?issueKey=${mine.key}&${id}`
  expect(
    (await callAs(app, user, 'PATCH', path('comment', `commentId=${theirs.commentId}`), { body: 'x' })).status,
  ).toBe(404)
  expect((await callAs(app, user, 'GET', path('attachment', `attachmentId=${theirs.attachmentId}`))).status).toBe(404)
  expect((await callAs(app, user, 'DELETE', path('attachment', `attachmentId=${theirs.attachmentId}`))).status).toBe(
    404,
  )
})

test('in its own account each role reads what the permission table grants', async () => {
  for (const [role, user] of own) {
    for (const [endpoint, path] of namingAlpha().filter(([{ method }]) => method === 'GET')) {
      const { guard, name } = endpoint
      const may = typeof guard === 'string' || allows(userWithRole(role), guard, 'alpha')
      // A contractor reads what they reported or watch, which this case is not; a draft and its files belong to each
      // user. The case is neither an outage nor a hardware return nor an R&D issue nor a known issue, and the account
      // has neither a registry credential nor an analytics connection, scanner, segment or Jenkins. The case has no chat channel,
      // and its comments did not come by mail.
      const hidden =
        [
          'showDraftPicture',
          'readOutage',
          'listOutageEntries',
          'listOutageCounts',
          'listInternalOutageEntries',
          'readOutageReport',
          'downloadOutageReport',
          'readRndIssue',
          'readKnownIssue',
          'readKnownIssueNote',
          'listKnownIssueCases',
          'readReturn',
          'readJenkinsConfig',
          'readRegistryLogin',
          'testAnalyticsConfig',
          'readCaseChat',
          'readCommentMail',
          'downloadCommentMail',
          'testScanner',
          'readDetectorSegment',
        ].includes(name) ||
        (role === 'CUST_CONTRACTOR' && /issueKey|ALPHA|issues\/P/.test(path))
      // The original of a file is for its uploader, who has none of these roles here, and for TAC managers.
      const isOriginal = name === 'downloadOriginal' && !allows(userWithRole(role), openOriginals, 'alpha')
      // Who may set up a tracker is shown that none is connected.
      const isUnconnected = name === 'listTrackerOptions'
      const lift = role.includes('_LIFT') ? [200] : undefined
      const expected = !may ? [403] : hidden ? [404] : isOriginal ? [403] : isUnconnected ? [409] : (lift ?? [200])
      const { status } = await callAs(app, user, 'GET', path)
      expect([role, name, expected.includes(status) ? status : expected]).toEqual([role, name, status])
    }
  }
})

function userWithRole(role: string) {
  return {
    id: '0',
    username: '',
    fullName: '',
    roles: [{ role, account: role in vendorRoles ? '*' : 'alpha' }],
    assignedAccounts: [],
  }
}
