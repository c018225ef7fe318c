import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { JENKINS_LOGIN, type JenkinsFake, startJenkinsFake } from '#test/connections/jenkins-fake.ts'
import { type JudgedServer, startJudgedServer } from '#test/directories/contract-checked-server.ts'
import { type Prism, startPrism } from '#test/directories/prism.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'

let prism: Prism
let fake: JenkinsFake
let server: JudgedServer
let app: TestApp
let central: TestUser
let manager: TestUser
let account: MadeAccount
let clusters = 0

beforeAll(async () => {
  prism = await startPrism(fileURLToPath(new URL('../jenkins.json', import.meta.url)))
  fake = await startJenkinsFake()
  server = await startJudgedServer({ judge: prism.url, target: fake.url })
  app = await testApp({ env: { PRIVATE_HOSTS: server.host } })
  central = await userWith(app, 'CENTRAL')
  account = await makeAccount(app, 'nordic')
  await makeAccount(app, 'zuider')
  manager = await userWith(app, 'MANAGER', account)
  const settings = { url: server.url, job: 'headend-link', ...JENKINS_LOGIN }
  const connected = await call('POST', 'connections', {
    port: 'jenkins',
    system: 'jenkins',
    account: account.name,
    settings,
  })
  expect(connected.status).toBe(201)
})
afterAll(async () => {
  await app.close()
  await server.close()
  await fake.close()
  await prism.close()
})
beforeEach(() => {
  server.calls.splice(0)
  fake.builds.splice(0)
  fake.faults.splice(0)
})

async function call(method: string, path: string, body?: object, as = central, headers = {}) {
  const response = await fetch(`${app.url}/api/${path}`, {
    method,
    headers: { ...as.headers, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, text, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}
const links = 'infrastructure/jobs/link/nordic'
/** A link job of a new cluster, and a way to read it. */
async function startJob() {
  clusters += 1
  const started = await call('POST', links, { cluster: `c${clusters}` })
  expect(started.status).toBe(201)
  return async () => (await call('GET', `${links}/${started.body.id}`)).body
}
const theBuild = async () => {
  await expect.poll(() => fake.builds.length, { timeout: 20_000 }).toBe(1)
  return fake.builds[0]!
}
const build = (read: () => Promise<{ build: { state: string } }>) =>
  expect.poll(async () => (await read()).build.state, { timeout: 20_000 })

test('a link job starts a build, follows it from the queue to its end, and shows its console output', async () => {
  const read = await startJob()
  const requested = await theBuild()
  expect(requested.parameters).toMatchObject({ ACCOUNT: 'nordic', DEPLOYMENT: 'nordic-1', CLUSTER: 'c1' })
  expect(requested.parameters.ENROLMENT_TOKEN).toMatch(/^hde_/)
  const stored = await app.portal.pool.query(`select content from outbox where operation = 'startBuild'`)
  expect(JSON.stringify(stored.rows)).not.toContain('hde_')
  await build(read).toBe('QUEUED')
  requested.number = 842
  requested.log = 'Started by user portal\n'
  await build(read).toBe('RUNNING')
  await expect.poll(async () => (await read()).buildLog, { timeout: 20_000 }).toBe('Started by user portal\n')
  requested.log += 'Grüße\nFinished: SUCCESS\n'
  requested.isOver = true
  await build(read).toBe('SUCCEEDED')
  const job = await read()
  expect(job).toMatchObject({
    state: 'IN_PROGRESS',
    build: { queueItem: requested.item, number: 842, error: null },
    buildLog: 'Started by user portal\nGrüße\nFinished: SUCCESS\n',
  })
  expect(job.steps.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`)).toEqual([
    'token DONE',
    'build DONE',
    'exchange IN_PROGRESS',
    'samples QUEUED',
  ])
  expect(server.calls.filter(({ wrong }) => wrong !== null)).toEqual([])
  expect(new Set(server.calls.map(({ request }) => request.replace(/\d{3,}/, 'N')))).toEqual(
    new Set([
      'POST /job/headend-link/buildWithParameters',
      'GET /queue/item/N/api/json',
      'GET /job/headend-link/N/logText/progressiveText',
    ]),
  )
})

test('a job fails with its build, and its enrolment token is void', async () => {
  const read = await startJob()
  const requested = await theBuild()
  Object.assign(requested, { number: 843, log: 'helm: no cluster\nFinished: FAILURE\n', isOver: true })
  await build(read).toBe('FAILED')
  expect(await read()).toMatchObject({
    state: 'FAILED',
    reason: 'BUILD_FAILED',
    build: { error: 'Build 843 ended with FAILURE.' },
  })
  const exchanged = await fetch(`${app.url}/api/ingest/enrolment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${requested.parameters.ENROLMENT_TOKEN}` },
  })
  expect(exchanged.status).toBe(401)
})

test('a build that is cancelled in the queue, and one whose queue item is gone, end the job with the reason', async () => {
  const cancelled = await startJob()
  const first = await theBuild()
  first.cancelled = true
  await build(cancelled).toBe('CANCELLED')
  expect((await cancelled()).build.error).toBe('The build was cancelled in the queue of Jenkins.')
  fake.builds.splice(0)
  const gone = await startJob()
  await theBuild()
  await build(gone).toBe('QUEUED')
  fake.builds.splice(0)
  await build(gone).toBe('FAILED')
  expect((await gone()).build.error).toBe('Jenkins no longer has the queue item of this build.')
})

test('a request that Jenkins rejects for good is a dead letter, and the job says why', async () => {
  fake.faults.push(404)
  const read = await startJob()
  await build(read).toBe('FAILED')
  expect((await read()).build.error).toContain('Jenkins does not have it')
})

test('a build whose response was lost is found in the queue instead of being started twice', async () => {
  fake.faults.push('lost')
  const read = await startJob()
  await theBuild()
  await app.portal.pool.query(`update outbox set next_at = now() where state = 'WAITING'`)
  const { rows } = await app.portal.pool.query(`select subject from outbox where state = 'WAITING'`)
  for (const { subject } of rows)
    await app.portal.pool.query(
      `select graphile_worker.add_job('outbox.connections', json_build_object('subject', $1::text))`,
      [subject],
    )
  await build(read).toBe('QUEUED')
  expect(fake.builds).toHaveLength(1)
})

test('the configuration is read by account and changed by its id; the token is never shown', async () => {
  const { status, body, text, headers } = await call('GET', 'plugins/jenkins/configs/nordic')
  expect([status, body]).toMatchObject([
    200,
    {
      id: 'jenkins:nordic',
      account: 'nordic',
      url: server.url,
      job: 'headend-link',
      username: 'portal',
      tokenSet: true,
    },
  ])
  expect(text).not.toContain(JENKINS_LOGIN.token)
  const path = 'plugins/jenkins/configs/jenkins:nordic'
  const stale = await call('PATCH', path, { job: 'other' }, central, { 'if-match': '"0"' })
  expect(stale.status).toBe(412)
  const saved = await call('PATCH', path, { job: 'other' }, central, { 'if-match': headers.get('etag')! })
  expect([saved.status, saved.body]).toMatchObject([200, { job: 'other', username: 'portal', tokenSet: true }])
  expect((await call('PATCH', path, { job: 'headend-link' })).body.version).toBeGreaterThan(saved.body.version)
  expect((await call('PATCH', path, { url: 'no address' })).body.fields[0].path).toBe('url')
  expect((await call('PATCH', 'plugins/jenkins/configs/jenkins:zuider', { job: 'x' })).status).toBe(404)
  expect((await call('GET', 'plugins/jenkins/configs/zuider')).body.code).toBe('build-config-not-found')
  expect((await call('GET', 'plugins/jenkins/configs/nowhere')).body.code).toBe('account-not-found')
  expect((await call('GET', 'plugins/jenkins/configs/nordic', undefined, manager)).status).toBe(403)
  expect((await call('PATCH', path, { job: 'x' }, manager)).status).toBe(403)
})

test('the connection is tested with a call that changes nothing', async () => {
  expect((await call('POST', 'connections/jenkins:nordic/test')).status).toBe(200)
  expect(server.calls.map(({ request }) => request)).toEqual(['GET /job/headend-link/api/json'])
  expect(fake.builds).toEqual([])
})
