import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSession } from '#features/access/sessions/server/index.ts'
import { describeApi } from '#kit/server/describe/describe-api.ts'
import { contractNames } from '#server/contract-names.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { StompClient } from '#test/live/stomp-client.ts'
import { openBrowser } from '#test/sign-in.ts'
import { callAs } from './filed-case.ts'

let app: TestApp
let other: TestApp
let account: MadeAccount

beforeAll(async () => {
  app = await testApp()
  other = await testApp({ database: app.databaseUrl })
  account = await makeAccount(app, 'limited')
})
afterAll(async () => {
  await other.close()
  await app.close()
})

test('one call too many in a minute is 429 and contains when to retry; other users are not affected', async () => {
  const user = await userWith(app, 'USER', account)
  const search = (who: TestUser) => callAs(app, who, 'GET', '/api/search?q=x')
  const rejected = await untilRejected(() => search(user), 650)
  expect(rejected.headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
  expect(JSON.parse(rejected.text)).toMatchObject({ code: 'too-many-requests', status: 429 })
  expect((await search(await userWith(app, 'USER', account))).status).toBe(200)
  expect((await callAs(app, user, 'GET', '/api/accounts')).status).toBe(200)
})

test('exports are few, of whatever list, and counted for all nodes together', async () => {
  const lists = ['/api/accounts', '/api/audit', '/api/plugins/jira/issues/search']
  const take = (where: TestApp, user: TestUser, round: number) =>
    callAs(where, user, 'GET', lists[round % 3]!, undefined, { accept: 'text/csv' })
  const callsUntilRejected = async () => {
    const user = await userWith(app, 'MANAGER', account)
    let round = 0
    await untilRejected(async () => {
      round += 1
      await new Promise((resolve) => setTimeout(resolve, 100))
      return take(round % 2 ? app : other, user, round)
    }, 130)
    return round
  }
  // Each node alone would let 30 through, so without a common count 60 pass. A minute that ends in between is started
  // again.
  const first = await callsUntilRejected()
  expect(first < 55 ? first : await callsUntilRejected()).toBeLessThan(55)
})

test('a session that sends on the live channel without end gets an ERROR frame; another session is not affected', async () => {
  const url = `${app.url.replace('http', 'ws')}/api/ws`
  const connect = async () => {
    const { id } = await userWith(app, 'USER', account)
    const { token } = await app.portal.db.transaction().execute((tx) =>
      startSession(tx, {
        user: { id, fullName: 'x' },
        providerId: 'test',
        amr: ['pwd', 'mfa'],
        refreshLimit: 8,
        address: '127.0.0.1',
        userAgent: undefined,
        requestId: 'test',
      }),
    )
    return StompClient.connect(url, `cosp_access_token=${token}`)
  }
  const [flooding, calm] = [await connect(), await connect()]
  for (let sent = 0; sent < 1_000; sent += 1) flooding.send('SEND', [['destination', '/app/acknowledge']], '{}')
  await flooding.until((frame) => frame.command === 'ERROR')
  await calm.subscribe('bell', '/user/topic/delivery-jobs/bell-alerts')
  calm.send('SEND', [['destination', '/app/delivery-jobs']])
  await calm.until((frame) => frame.command === 'MESSAGE' && JSON.parse(String(frame.body)).event === 'list')
})

test('a client that tries secrets of an event hook is stopped', async () => {
  const guess = async () => {
    const response = await fetch(`${app.url}/api/hooks/okta/okta`, { method: 'POST', headers: { authorization: 'x' } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  expect((await guess()).status).toBe(401)
  expect((await untilRejected(guess, 1_300)).headers.get('retry-after')).toMatch(/^[1-9]\d?$/)
})

test('a manager invites 30 users in 10 minutes, known addresses count too', async () => {
  const manager = await userWith(app, 'MANAGER', account)
  await app.portal.db
    .updateTable('accounts')
    .set({ domains: ['people.example'] })
    .where('id', '=', account.id)
    .execute()
  const { email: known } = await userWith(app, 'USER', await makeAccount(app, 'elsewhere'))
  let count = 0
  const invite = () => {
    count += 1
    const email = count % 2 ? known : `invited-${count}@people.example`
    const body = { email, fullName: 'Nina Newcomer', account: account.name, roles: ['USER'] }
    return callAs(app, manager, 'POST', '/api/users', body)
  }
  const rejected = await untilRejected(invite, 70)
  expect(JSON.parse(rejected.text).code).toBe('too-many-requests')
})

test('limits are in the description of the API', async () => {
  const { paths, components } = describeApi(app.portal, await contractNames())
  const { description, responses } = paths['/api/search']!.get!
  expect(description).toContain('At most 300 calls in 60 seconds.')
  expect(responses['429']).toEqual({ $ref: '#/components/responses/TooManyRequests' })
  expect(components.responses.TooManyRequests).toHaveProperty('headers.Retry-After')
  expect(paths['/api/audit']!.get!.description).toContain('exports')
})

test('too many guesses are 429 with Retry-After, alike for an existing user and an unknown one', async () => {
  const { email } = await userWith(app, 'USER', account)
  for (const name of [email, 'nobody@people.example']) {
    const browser = openBrowser(app.url)
    const opened = await browser.go('/signin', { email: name, return: '/' })
    const statuses: number[] = []
    // From the fifth on each waits longer; where the guesses themselves take longer still, the tenth locks.
    for (let guess = 0; guess < 11 && statuses.at(-1) !== 429; guess += 1) {
      const page = await browser.go(opened.url.href, { step: 'password', password: 'Wrong-Guess-1!' })
      statuses.push(page.status)
      if (page.status === 429) expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect([name, statuses[0], statuses.at(-1)]).toEqual([name, 422, 429])
  }
})

/** Calls until it is rejected, up to a maximum; windows may change in between. */
async function untilRejected(call: () => ReturnType<typeof callAs>, most: number) {
  for (let count = 0; count < most; count += 1) {
    const response = await call()
    if (response.status === 429) return response
  }
  throw new Error(`${most} calls and none rejected`)
}
