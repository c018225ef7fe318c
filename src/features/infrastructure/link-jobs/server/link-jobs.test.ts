import { afterAll, beforeAll, expect, test } from 'vitest'
import { actingAs } from '#test/acting-as.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'

let app: TestApp
let central: TestUser
let staff: TestUser
let manager: TestUser
let user: TestUser
let nordic: MadeAccount
let clusters = 0

beforeAll(async () => {
  app = await testApp()
  nordic = await makeAccount(app, 'nordic')
  await makeAccount(app, 'zuider')
  central = await userWith(app, 'CENTRAL')
  staff = await userWith(app, 'HARMONIC')
  manager = await userWith(app, 'MANAGER', nordic)
  user = await userWith(app, 'USER', nordic)
})
afterAll(() => app.close())

const query = (text: string, values: unknown[] = []) => app.portal.pool.query(text, values)
async function call(method: string, path = '', body?: object, as = central, headers = {}) {
  const response = await fetch(`${app.url}/api/infrastructure/jobs/link/${path || 'nordic'}`, {
    method,
    headers: { ...as.headers, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
}
async function startJob() {
  clusters += 1
  const { status, body } = await call('POST', '', { cluster: `east-${clusters}` })
  expect(status).toBe(201)
  return body as { id: string; version: number }
}
const read = async (id: string) => (await call('GET', `nordic/${id}`)).body
const instructions = (id: string, as = manager) => call('GET', `nordic/${id}/instructions`, undefined, as)
const tokenIn = (text: string) => /hde_[\w-]{43}/.exec(text)?.[0]
const tokenOf = async (id: string) => tokenIn((await instructions(id)).text)!
const exchange = async (token: string) => {
  const response = await fetch(`${app.url}/api/ingest/enrolment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.status, body: await response.json() }
}
const send = (url: string, token: string, body: string) =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain; version=0.0.4' },
    body,
  })

test('the commands of the instructions connect a cluster, and the job ends with its first samples', async () => {
  const { status, body } = await call('POST')
  expect([status, body]).toMatchObject([
    201,
    { customer: 'nordic', deployment: { name: 'nordic-1' }, cluster: 'c1', state: 'IN_PROGRESS', build: null },
  ])
  const text = (await instructions(body.id)).text
  const blocks = [...text.matchAll(/```(?:sh|yaml)\n([\s\S]+?)```/g)].map((match) => match[1]!)
  const [enrol = '', config = '', sample = ''] = blocks
  // The requests that curl would make.
  const address = (command: string) => /(http:\/\/\S+)/.exec(command)![1]!
  expect(config).toContain(`url: ${address(sample)}`)
  const enrolled = await fetch(address(enrol), {
    method: 'POST',
    headers: { authorization: /"Authorization: ([^"]+)"/.exec(enrol)![1]! },
  })
  const { token, url } = (await enrolled.json()) as { token: string; url: string }
  expect([enrolled.status, url]).toEqual([201, address(sample)])
  expect((await read(body.id)).steps.map(({ state }: { state: string }) => state)).toEqual([
    'DONE',
    'DONE',
    'IN_PROGRESS',
  ])
  expect((await send(url, token, '')).status).toBe(204)
  expect((await read(body.id)).state).toBe('IN_PROGRESS')
  expect((await send(url, token, `${/printf '([^\\]+)/.exec(sample)![1]!}\n`)).status).toBe(204)
  await expect.poll(async () => (await read(body.id)).state).toBe('DONE')
  const done = await read(body.id)
  expect(done.log.map(({ text }: { text: string }) => text.split(' ').slice(0, 3).join(' '))).toEqual([
    'Link job started',
    'Enrolment token exchanged',
    'First samples of',
    'Link job done.',
  ])
  expect([done.exchangedFrom, done.series]).toEqual(['127.0.0.1', 1])
  expect(tokenIn((await instructions(body.id)).text)).toBeUndefined()
})

test('a token opens nothing once the user who started the job may no longer do so', async () => {
  const { id } = await startJob()
  const token = await tokenOf(id)
  await query(`update users set state = 'suspended' where id = $1`, [central.id])
  expect(await exchange(token)).toMatchObject({ status: 401, body: { code: 'enrolment-token-invalid' } })
  await query(`update users set state = 'active' where id = $1`, [central.id])
  expect((await exchange(token)).status).toBe(201)
})

test('of concurrent exchanges of a token one succeeds, and no later one', async () => {
  const { id } = await startJob()
  const token = await tokenOf(id)
  const replies = await Promise.all(Array.from({ length: 8 }, () => exchange(token)))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(401)])
  expect((await exchange(token)).body.code).toBe('enrolment-token-invalid')
  const { rows } = await query(`select count(*)::int as count from deployment_tokens where name like $1`, [
    `Link job ${id},%`,
  ])
  expect(rows[0].count).toBe(1)
  expect((await exchange('hde_unknown')).status).toBe(401)
})

test('the token is stored as a hash and encrypted, and only those who may install it see it', async () => {
  const { id } = await startJob()
  const token = await tokenOf(id)
  expect(tokenIn((await instructions(id, central)).text)).toBe(token)
  expect(tokenIn((await instructions(id, staff)).text)).toBeUndefined()
  expect((await instructions(id, staff)).text).toContain('$ENROLMENT_TOKEN')
  const impersonating = await actingAs(app, await userWith(app, 'ADMIN'), manager)
  const { status, body } = await impersonating('GET', `/api/infrastructure/jobs/link/nordic/${id}/instructions`)
  expect([status, tokenIn(JSON.stringify(body))]).toEqual([200, undefined])
  for (const table of ['link_jobs', 'events', 'outbox']) {
    const { rows } = await query(`select row_to_json(t)::text as row from ${table} t`)
    expect(rows.map(({ row }) => row).join()).not.toContain(token)
  }
  const listed = await call('GET', 'nordic', undefined, manager)
  expect(listed.text).not.toContain(token)
})

test('instructions are served so that no browser renders them, and names in them are no Markdown', async () => {
  await query(`update deployments set name = '<img src=x onerror=alert(1)>[a](javascript:x)' where account_id = $1`, [
    nordic.id,
  ])
  const { id } = await startJob()
  const { text, headers } = await instructions(id)
  await query(`update deployments set name = 'nordic-1' where account_id = $1`, [nordic.id])
  expect(text).not.toContain('<img')
  expect(text).not.toContain('[a](')
  expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(headers.get('content-security-policy')).toContain('sandbox')
  expect(headers.get('content-disposition')).toMatch(/^attachment/)
  expect([headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual(['nosniff', 'no-store'])
  for (const cluster of ['a b', '$(id)', '`id`', '-x', 'ä', ''])
    expect((await call('POST', '', { cluster })).status).toBe(400)
})

test('a cancelled job voids its enrolment token, and revokes the token it was exchanged for', async () => {
  const first = await startJob()
  const unused = await tokenOf(first.id)
  const stale = await call('POST', `nordic/${first.id}/cancel`, undefined, central, { 'if-match': '"99"' })
  expect(stale.status).toBe(412)
  const cancelled = await call('POST', `nordic/${first.id}/cancel`, undefined, central, { 'if-match': '"1"' })
  expect([cancelled.status, cancelled.body.state]).toEqual([200, 'CANCELLED'])
  expect((await exchange(unused)).status).toBe(401)
  expect((await call('POST', `nordic/${first.id}/cancel`)).body.code).toBe('link-job-ended')
  const second = await startJob()
  const { body } = await exchange(await tokenOf(second.id))
  expect((await call('POST', `nordic/${second.id}/cancel`)).status).toBe(200)
  expect((await send(body.url, body.token, 'a 1\n')).status).toBe(401)
})

test('a job fails when its token is not exchanged in time, or when no samples follow', async () => {
  const [late, silent, used] = [await startJob(), await startJob(), await startJob()]
  const unused = await tokenOf(late.id)
  for (const { id } of [silent, used]) await exchange(await tokenOf(id))
  await query(`update link_jobs set expires_at = now() where id = any($1)`, [[late.id, used.id]])
  expect((await exchange(unused)).status).toBe(401)
  await query(`update link_jobs set exchanged_at = now() - interval '73 hours' where id = $1`, [silent.id])
  await query(`select graphile_worker.add_job('link-jobs.expire')`)
  await expect.poll(async () => (await read(silent.id)).state).toBe('FAILED')
  expect([(await read(late.id)).reason, (await read(silent.id)).reason]).toEqual(['EXPIRED', 'NO_SAMPLES'])
  expect((await read(used.id)).state).toBe('IN_PROGRESS')
  expect((await read(late.id)).log.at(-1)).toMatchObject({ isProblem: true })
})

test('one job at a time connects a cluster, and a deployment can be named', async () => {
  const { id } = await startJob()
  const again = await call('POST', '', { cluster: `east-${clusters}` })
  expect([again.status, again.body.code, again.body.params?.id ?? id]).toEqual([409, 'link-job-running', id])
  const { rows } = await query(
    `insert into deployments (account_id, name, version, type, stage) values ($1, 'nordic-2', 'cOS-DOCSIS', 'DOCSIS', 'LIFT') returning id::text`,
    [nordic.id],
  )
  const named = await call('POST', '', { deployment: rows[0].id, cluster: 'east' })
  expect(named.body.deployment.name).toBe('nordic-2')
  const foreign = await query(`select id::text from deployments where name = 'zuider-1'`)
  expect((await call('POST', '', { deployment: foreign.rows[0].id })).body.code).toBe('deployment-not-found')
  await query(`delete from deployments where name = 'zuider-1'`)
  expect((await call('POST', 'zuider')).body.code).toBe('no-deployment-to-link')
})

test('ten jobs a page, newest first', async () => {
  while ((await call('GET')).body.page.totalElements < 11) await startJob()
  const { body } = await call('GET')
  expect([body._embedded.jobs.length, body.page.size]).toEqual([10, 10])
  const ids = body._embedded.jobs.map(({ id }: { id: string }) => Number(id))
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a))
  expect((await call('GET', 'nordic?page=1')).body._embedded.jobs.length).toBeGreaterThan(0)
})

test('managers read the jobs of their account and start none; others see nothing', async () => {
  const { id } = await startJob()
  for (const path of ['nordic', `nordic/${id}`, `nordic/${id}/instructions`]) {
    expect((await call('GET', path, undefined, manager)).status).toBe(200)
    expect((await call('GET', path, undefined, user)).status).toBe(403)
    expect((await call('GET', path.replace('nordic', 'zuider'), undefined, manager)).status).toBe(404)
  }
  expect((await call('GET', `zuider/${id}`)).status).toBe(404)
  expect((await call('GET', `zuider/${id}/instructions`)).status).toBe(404)
  expect((await call('POST', `zuider/${id}/cancel`)).status).toBe(404)
  for (const as of [manager, staff]) {
    expect((await call('POST', '', {}, as)).status).toBe(403)
    expect((await call('POST', `nordic/${id}/cancel`, undefined, as)).status).toBe(403)
  }
  expect((await call('POST', 'nowhere')).status).toBe(404)
})
