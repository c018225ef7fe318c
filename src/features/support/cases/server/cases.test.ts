import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
beforeAll(async () => {
  desk = await supportApp()
})
afterAll(() => desk.close())

const plain = { subject: 'Modems drop at night', description: 'Since **Monday** the node resets.', priority: 'HIGH' }

async function file(name: Parameters<SupportApp['call']>[0], account = 'acme', more: object = {}): Promise<string> {
  const { status, body } = await desk.call(name, 'POST', `/issues?account=${account}`, { ...plain, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return String(body.key)
}

test('a filed case has the next key of its account, and can be read by both sides', async () => {
  const filed = await desk.call('uma', 'POST', '/issues?account=acme', {
    ...plain,
    product: 'RPD firmware',
    productVersion: '9.5.2',
    labels: ['rpd', 'rpd', 'night'],
    contact: '+49 30 1',
    addressees: [addressOf('mia')],
  })
  expect(filed.status).toBe(201)
  expect(filed.headers.get('etag')).toBe('"1"')
  expect(filed.body).toMatchObject({
    key: expect.stringMatching(/^ACME-\d+$/),
    account: 'acme',
    status: 'NEW',
    type: 'CASE',
    labels: ['rpd', 'night'],
    reporter: { username: addressOf('uma') },
    isWatchedByCurrentUser: true,
    unread: false,
    isIssueOnSupportTabActive: true,
    addressees: [{ username: addressOf('mia') }],
    actions: ['activate', 'close', 'edit', 'comment', 'attach', 'watch'],
  })
  expect(filed.body.watchers?.map((one) => one.username)).toEqual([addressOf('mia'), addressOf('uma')])
  expect(filed.body).not.toHaveProperty('latestInternalComment')
  const read = await desk.call('vera', 'GET', `/issues/${filed.body.key}`)
  expect(read.body).toMatchObject({ subject: plain.subject, unread: true, latestInternalComment: null })
  expect(read.body).toMatchObject({ product: 'RPD firmware', productVersion: '9.5.2', contact: '+49 30 1' })
  expect(read.body.actions).toEqual([
    'activate',
    'resolve',
    'decline',
    'edit',
    'comment',
    'comment-internal',
    'attach',
    'watch',
    'assign',
    'escalate',
    'link',
    'status',
  ])
})

test('fifty filed at once get fifty keys', async () => {
  const keys = await Promise.all(Array.from({ length: 50 }, () => file('bob', 'blue')))
  expect(new Set(keys).size).toBe(50)
})

test('customers do not find other accounts and internal cases, contractors not those of colleagues', async () => {
  const own = await file('uma')
  const internal = await file('vera', 'acme', { internal: true })
  const requested = await file('uma', 'acme', { addressees: [addressOf('carl')] })
  for (const [name, key, status] of [
    ['bob', own, 404],
    ['carl', own, 404],
    ['carl', requested, 200],
    ['uma', internal, 404],
    ['mia', internal, 404],
    ['vera', internal, 200],
    ['finn', own, 403],
  ] as const) {
    for (const path of [`/issues/${key}`, `/issues/history?issueKey=${key}`, `/issues/comment?issueKey=${key}`])
      expect((await desk.call(name, 'GET', path)).status, `${name} ${path}`).toBe(status)
  }
  expect((await desk.call('bob', 'POST', `/issues/fire/close?issueKey=${own}`)).status).toBe(404)
  expect((await desk.call('bob', 'POST', '/issues?account=acme', plain)).body.code).toBe('account-not-found')
  expect((await desk.call('bob', 'GET', '/issues/search?account=acme')).body.code).toBe('account-not-found')
  expect((await desk.call('uma', 'GET', '/issues/search?internal=true')).status).toBe(403)
  expect((await desk.call('uma', 'POST', '/issues?account=acme', { ...plain, internal: true })).status).toBe(403)
})

test('a case needs a deployment, users of the account and lines without breaks', async () => {
  expect((await desk.call('vera', 'POST', '/issues?account=bare', plain)).body).toMatchObject({
    status: 409,
    code: 'deployment-missing',
  })
  const wrong = [
    { addressees: [addressOf('bob')] },
    { addressees: [addressOf('vera')] },
    { addressees: [addressOf('finn')] },
    { subject: 'a\nb' },
    { subject: ' ' },
    { subject: 'x'.repeat(251) },
    { description: 'a\0b' },
    { priority: 'CRITICAL' },
    { labels: ['two words'] },
    { deploymentId: '999999' },
    { draftFileIds: ['7'] },
    { surplus: 1 },
  ]
  for (const more of wrong)
    expect(
      (await desk.call('uma', 'POST', '/issues?account=acme', { ...plain, ...more })).status,
      JSON.stringify(more),
    ).toBe(400)
})

test('of fifty resolving at once one takes effect, the others get an error', async () => {
  const key = await file('uma')
  const replies = await Promise.all(
    Array.from({ length: 50 }, () =>
      desk.call('vera', 'POST', `/issues/fire/resolve?issueKey=${key}`, { comment: 'Done.' }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(49)
  const { body } = await desk.call('uma', 'GET', `/issues/${key}`)
  expect(body).toMatchObject({ status: 'RESOLVED', commentCount: 1, version: 2 })
  const comments = await desk.call('uma', 'GET', `/issues/comment?issueKey=${key}`)
  expect(comments.body._embedded?.comments?.map((one) => one.body)).toEqual(['Done.'])
})

test('transitions follow the table of states, and who may make them', async () => {
  const key = await file('uma')
  const move = async (name: 'uma' | 'ugo' | 'mia' | 'vera', action: string) =>
    (await desk.call(name, 'POST', `/issues/fire/${action}?issueKey=${key}`)).status
  expect(await move('uma', 'resolve')).toBe(403)
  expect(await move('ugo', 'close')).toBe(403)
  expect(await move('mia', 'close')).toBe(409)
  expect(await move('vera', 'close')).toBe(409)
  expect(await move('uma', 'close')).toBe(200)
  expect(await move('vera', 'resolve')).toBe(409)
  expect(await move('mia', 'activate')).toBe(200)
  expect(await move('vera', 'decline')).toBe(200)
  expect(await move('vera', 'decline')).toBe(409)
  expect(await move('vera', 'close')).toBe(200)
})

test('a transition and a deletion are rejected when another user was faster', async () => {
  const key = await file('uma')
  await desk.call('vera', 'PATCH', `/issues/${key}`, { priority: 'LOW' })
  const stale = { 'if-match': '"1"' }
  const late = [
    await desk.call('vera', 'POST', `/issues/fire/resolve?issueKey=${key}`, undefined, stale),
    await desk.call('adam', 'DELETE', `/issues/${key}`, undefined, stale),
  ]
  expect(late.map(({ status }) => status)).toEqual([412, 412])
  expect((await desk.call('uma', 'GET', `/issues/${key}`)).body.status).toBe('NEW')
})

test('a change is rejected when another user was faster, and its history has before and after', async () => {
  const key = await file('uma')
  const first = await desk.call(
    'vera',
    'PATCH',
    `/issues/${key}`,
    { priority: 'LOW', assignee: addressOf('victor'), status: 'IN_PROGRESS' },
    { 'if-match': '"1"' },
  )
  expect(first.body).toMatchObject({
    priority: 'LOW',
    assignee: { username: addressOf('victor') },
    status: 'IN_PROGRESS',
    version: 2,
  })
  expect((await desk.call('uma', 'PATCH', `/issues/${key}`, { subject: 'Other' }, { 'if-match': '"1"' })).status).toBe(
    412,
  )
  expect((await desk.call('uma', 'PATCH', `/issues/${key}`, { subject: 'Other' }, { 'if-match': '"2"' })).status).toBe(
    200,
  )
  const history = await desk.call('uma', 'GET', `/issues/history?issueKey=${key}`)
  expect(rowsOf(history, 'entries')).toMatchObject([
    { name: 'case.edited', by: 'Uma User', changes: { subject: [null, 'Other'] } },
    {
      name: 'case.edited',
      by: 'Vera Vendor',
      changes: { priority: ['HIGH', 'LOW'], assignee: [null, addressOf('victor')] },
    },
    { name: 'case.status-changed', by: 'Vera Vendor', changes: { status: ['NEW', 'IN_PROGRESS'] } },
    { name: 'case.created', by: 'Uma User' },
  ])
  for (const [name, body, status] of [
    ['ugo', { subject: 'x' }, 403],
    ['uma', { labels: ['x'] }, 403],
    ['uma', { status: 'OPEN' }, 403],
    ['vera', { status: 'ESCALATED' }, 409],
    ['vera', { status: 'RESOLVED' }, 409],
    ['vera', { assignee: addressOf('mia') }, 400],
    ['vera', { priority: 'CRITICAL' }, 400],
  ] as const)
    expect((await desk.call(name, 'PATCH', `/issues/${key}`, body)).status, JSON.stringify(body)).toBe(status)
  await desk.call('vera', 'POST', `/issues/fire/resolve?issueKey=${key}`)
  expect((await desk.call('uma', 'PATCH', `/issues/${key}`, { subject: 'y' })).body.code).toBe('case-not-editable')
})

test('the same filing twice under one key is one case', async () => {
  const send = (subject: string) =>
    desk.call('uma', 'POST', '/issues?account=acme', { ...plain, subject }, { 'idempotency-key': 'once-only' })
  const [one, two] = [await send('Once'), await send('Once')]
  expect(two.body.key).toBe(one.body.key)
  expect(two.headers.get('idempotent-replay')).toBe('true')
  expect((await send('Twice')).status).toBe(422)
})

test('a manager removes the watch of a colleague', async () => {
  const { body } = await desk.call('uma', 'POST', '/issues?account=acme', {
    subject: 'Watched by two',
    description: '',
    priority: 'LOW',
    addressees: [addressOf('ugo')],
  })
  const url = `/issues/watchers?issueKey=${body.key}&username=${addressOf('uma')}`
  expect((await desk.call('ugo', 'DELETE', url)).status).toBe(403)
  expect((await desk.call('mia', 'DELETE', url)).status).toBe(204)
})

test('watching, reading and deleting', async () => {
  const key = await file('uma')
  expect((await desk.call('ugo', 'POST', `/issues/watchers?issueKey=${key}`)).status).toBe(204)
  expect(
    (await desk.call('uma', 'POST', `/issues/watchers?issueKey=${key}`, { username: addressOf('carl') })).status,
  ).toBe(204)
  expect(
    (await desk.call('uma', 'POST', `/issues/watchers?issueKey=${key}`, { username: addressOf('bob') })).body.code,
  ).toBe('invalid-recipient')
  expect(
    (await desk.call('carl', 'POST', `/issues/watchers?issueKey=${key}`, { username: addressOf('mia') })).status,
  ).toBe(400)
  expect(
    (await desk.call('ugo', 'DELETE', `/issues/watchers?issueKey=${key}&username=${addressOf('carl')}`)).status,
  ).toBe(403)
  expect(
    (await desk.call('uma', 'DELETE', `/issues/watchers?issueKey=${key}&username=${addressOf('carl')}`)).status,
  ).toBe(204)
  const watchers = (await desk.call('ugo', 'GET', `/issues/${key}`)).body.watchers
  expect(watchers?.map((one) => one.username)).toEqual([addressOf('ugo'), addressOf('uma')])
  expect((await desk.call('ugo', 'GET', `/issues/${key}`)).body.unread).toBe(true)
  expect((await desk.call('ugo', 'POST', `/issues/read?issueKey=${key}`)).status).toBe(204)
  expect((await desk.call('ugo', 'GET', `/issues/${key}`)).body.unread).toBe(false)
  expect((await desk.call('vera', 'DELETE', `/issues/${key}`)).status).toBe(403)
  expect((await desk.call('tom', 'DELETE', `/issues/${key}`)).status).toBe(403)
  expect((await desk.call('adam', 'DELETE', `/issues/${key}`)).status).toBe(204)
  expect((await desk.call('adam', 'GET', `/issues/${key}`)).status).toBe(404)
})
