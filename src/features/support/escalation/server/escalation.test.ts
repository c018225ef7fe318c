import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { releaseDelivered } from '#features/software/releases/contract.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { type Name, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'

let desk: SupportApp
beforeAll(async () => {
  desk = await supportApp()
})
afterAll(() => desk.close())

const SECRET = 'Zkanarie7'

async function file(name: Name, account = 'acme', subject = 'Telemetry grows'): Promise<string> {
  const body = { subject, description: 'Since Monday.', priority: 'MEDIUM' }
  return String((await desk.call(name, 'POST', `/issues?account=${account}`, body)).body.key)
}
const post = (who: Name, action: string, key: string, body: object = {}) =>
  desk.call(who, 'POST', `/issues/${action}?issueKey=${key}`, body)
const read = async (who: Name, key: string) => (await desk.call(who, 'GET', `/issues/${key}`)).body
const work = (rndKey: string, body: object, headers = {}) =>
  desk.call('adam', 'PATCH', `/issues/rnd/issues/${rndKey}`, body, headers)
const rndKeyOf = async (key: string) => String((await read('vera', key)).rndIssue?.key)

async function bundle(name: string, parent: number | null = null): Promise<number> {
  const { rows } = await desk.portal.pool.query<{ id: number }>(
    `insert into bundles (name, deployment_type, parent_id, created_by) values ($1, 'CN-DOCSIS', $2, $3) returning id`,
    [name, parent, desk.ids.adam],
  )
  return Number(rows[0]!.id)
}

/** A delivered release, and the event that its delivery records. */
async function deliver(bundleId: number, account: string): Promise<void> {
  const { rows } = await desk.portal.pool.query<{ id: string; account: string }>(
    `insert into bundle_releases (bundle_id, account_id, name, status, component_count, size, manifest, statement, signature, key_id, approved_by, approved_at, delivered_at, created_by)
     select $1, id, 'Release', 'DELIVERED', 0, 0, '', '', '', 'k', $3, now(), now(), $4 from accounts where name = $2 returning id, account_id as account`,
    [bundleId, account, desk.ids.adam, desk.ids.tom],
  )
  await recordEvent(desk.portal.db, releaseDelivered, noUser, {
    account: Number(rows[0]!.account),
    subject: bundleId,
    data: { releaseId: Number(rows[0]!.id), what: 'Release' },
  })
}

test('cases of two accounts go to one R&D issue; both read its milestones, and only who has the release reads so', async () => {
  const [acme, blue] = [await file('uma'), await file('bob', 'blue')]
  expect((await post('vera', 'rnd/re-escalate', acme, { comment: 'again' })).body).toMatchObject({
    status: 409,
    code: 'escalate-first',
  })
  const escalated = await post('vera', 'rnd/escalate', acme, {
    subject: 'Buffers of closed sessions',
    comment: 'See log.',
  })
  expect(escalated.body).toMatchObject({ status: 'ESCALATED', milestone: { name: 'received', bundle: null } })
  const key = await rndKeyOf(acme)
  expect(escalated.body.rndIssueUrl).toBe(`/support/rnd/${key}`)
  expect((await post('vera', 'rnd/escalate', acme)).body.code).toBe('case-already-escalated')
  expect((await post('vera', 'fire/link-to-rnd', blue, { rndKey: 'RND-999' })).body.code).toBe('rnd-issue-not-found')
  expect((await post('vera', 'fire/link-to-rnd', blue, { rndKey: key })).status).toBe(200)

  const issue = await desk.call('vera', 'GET', `/issues/rnd/issues/${key}`)
  expect(issue.body.cases?.map((one) => String(one.key))).toEqual([acme, blue])
  expect(issue.body).toMatchObject({ subject: 'Buffers of closed sessions', caseCount: 2, accountCount: 2 })
  const texts = rowsOf(await desk.call('vera', 'GET', `/issues/rnd/texts?rndKey=${key}`), 'texts')
  expect(texts).toMatchObject([{ kind: 'rnd', body: 'See log.' }])

  const fix = await bundle('cOS 3.24.2')
  expect((await work(key, { status: 'REPRODUCED' })).status).toBe(200)
  expect((await read('uma', acme)).milestone).toMatchObject({ name: 'reproduced' })
  expect((await work(key, { status: 'IN_PROGRESS' }, { 'if-match': '"1"' })).status).toBe(412)
  expect((await work(key, { fixBundleId: '999999' })).body).toMatchObject({ fields: [{ path: 'fixBundleId' }] })
  expect((await work(key, { status: 'FIXED', fixBundleId: String(fix) })).body).toMatchObject({ status: 'FIXED' })
  for (const [who, one] of [
    ['uma', acme],
    ['bob', blue],
  ] as const)
    expect(await read(who, one)).toMatchObject({
      status: 'IN_PROGRESS',
      milestone: { name: 'fix-in-bundle', bundle: 'cOS 3.24.2' },
    })

  await deliver(await bundle('cOS 3.24.2 patch 1', fix), 'acme')
  expect((await read('uma', acme)).milestone).toMatchObject({ name: 'in-your-release', bundle: 'cOS 3.24.2' })
  expect((await read('bob', blue)).milestone).toMatchObject({ name: 'fix-in-bundle' })
  await vi.waitFor(async () => {
    const history = rowsOf(await desk.call('uma', 'GET', `/issues/history?issueKey=${acme}&size=50`), 'entries')
    const reached = history.filter(({ name }) => String(name) === 'case.milestone-reached')
    expect(reached.map(({ by, changes }) => [by, changes?.milestone?.[1]]).reverse()).toEqual([
      [null, 'received'],
      [null, 'reproduced'],
      [null, 'fix-in-bundle cOS 3.24.2'],
      [null, 'in-your-release cOS 3.24.2'],
    ])
    const { rows } = await desk.portal.pool.query(
      `select 1 from mail_outbox m where m::text like '%Confirm in the case that it is fixed%'`,
    )
    expect(rows.length).toBeGreaterThan(0)
  }, 15_000)

  expect((await post('vera', 'rnd/re-escalate', acme, { comment: 'It grows still.' })).body).toMatchObject({
    status: 'ESCALATED',
    milestone: { name: 'received' },
  })
})

test('who may not escalate, work on R&D issues or see the case gets 403 or 404; a closed case is not escalated', async () => {
  const key = await file('uma')
  expect((await post('uma', 'rnd/escalate', key)).status).toBe(403)
  const internal = await desk.call('vera', 'POST', '/issues?account=acme', {
    subject: 'Inside',
    description: '',
    priority: 'LOW',
    internal: true,
  })
  expect((await post('vera', 'rnd/escalate', String(internal.body.key))).status).toBe(200)
  expect((await post('vera', 'rnd/escalate', 'ACME-9999')).status).toBe(404)
  expect((await desk.call('vera', 'PATCH', '/issues/rnd/issues/RND-1', { status: 'FIXED' })).status).toBe(403)
  await post('vera', 'fire/resolve', key)
  expect((await post('vera', 'rnd/escalate', key)).body.code).toBe('case-not-open')
  const other = await file('uma')
  expect((await post('vera', 'rnd/link', other, { rndKey: await rndKeyOf(String(internal.body.key)) })).status).toBe(
    200,
  )
  const listed = await desk.call('vera', 'GET', '/issues/rnd/issues?open=true&q=Inside')
  expect(rowsOf(listed, 'issues')).toMatchObject([{ subject: 'Inside', caseCount: 2 }])
  expect((await desk.call('adam', 'GET', '/issues/rnd/bundles?q=3.24')).body._embedded).toMatchObject({
    bundles: [{ name: expect.stringContaining('3.24') }, {}],
  })
})

test('an R&D issue whose account was deleted can still be read, worked on and listed', async () => {
  await desk.portal.pool.query(
    `insert into deployments (account_id, name, version, type, stage) select id, 'bare-1', 'cOS-CN-DOCSIS', 'CN-DOCSIS', 'PRODUCTION' from accounts where name = 'bare'`,
  )
  const key = await file('vera', 'bare', 'Of an account that leaves')
  expect((await post('vera', 'rnd/escalate', key)).status).toBe(200)
  const rndKey = await rndKeyOf(key)
  await desk.portal.pool.query(`update accounts set deleted_at = now() where name = 'bare'`)
  expect((await desk.call('adam', 'GET', `/issues/rnd/issues/${rndKey}`)).body).toMatchObject({ key: rndKey })
  expect((await work(rndKey, { status: 'REPRODUCED' })).body).toMatchObject({ status: 'REPRODUCED' })
  const listed = rowsOf(await desk.call('vera', 'GET', '/issues/rnd/issues?q=leaves'), 'issues')
  expect(listed.map((row) => String(row.key))).toEqual([rndKey])
  expect((await desk.call('bob', 'GET', `/issues/${key}`)).status).toBe(404)
})

test('no text of R&D and no internal text is in the response of any GET for a customer', async () => {
  const key = await file('uma', 'acme', 'Leaks')
  await desk.call('uma', 'POST', `/issues/watchers?issueKey=${key}`, { username: 'carl@desk.example' })
  const texts = { subject: `${SECRET} subject`, description: `${SECRET} description`, comment: `${SECRET} text` }
  expect((await post('vera', 'rnd/escalate', key, texts)).status).toBe(200)
  const rndKey = await rndKeyOf(key)
  await desk.call('adam', 'POST', `/issues/rnd/texts?rndKey=${rndKey}`, { body: `${SECRET} more` })
  await post('vera', 'comment/internal', key, { body: `${SECRET} internal` })
  await work(rndKey, { status: 'REPRODUCED', description: `${SECRET} again` })
  const staff = await desk.call('vera', 'GET', `/issues/rnd/issues/${rndKey}`)
  expect(staff.text).toContain(SECRET)

  const values: Record<string, string> = { issueKey: key, account: 'acme', q: SECRET, text: SECRET, field: 'label' }
  let answered = 0
  for (const endpoint of desk.portal.endpoints.filter((one) => one.method === 'GET')) {
    const named = Object.keys(endpoint.query?.shape ?? {}).filter((name) => values[name])
    const query = named.length > 0 ? `?${named.map((name) => `${name}=${values[name]}`).join('&')}` : ''
    for (const given of endpoint.url.includes('{') ? [key, rndKey, '1'] : [key]) {
      const path = endpoint.url.replace(/\{\w+\}/g, given)
      const replies = await Promise.all(
        (['mia', 'uma', 'carl', 'finn'] as const).map(async (who) => {
          const reply = await fetch(desk.url + path + query, { headers: desk.headersOf(who), redirect: 'manual' })
          return { who, ok: reply.ok, text: (await reply.text()).replaceAll(`=${SECRET}`, '').replaceAll(path, '') }
        }),
      )
      for (const { who, ok, text } of replies) {
        if (ok) answered += 1
        expect([path, who, text.includes(SECRET), given !== rndKey && text.includes(rndKey)]).toEqual([
          path,
          who,
          false,
          false,
        ])
      }
    }
  }
  expect(answered).toBeGreaterThan(60)
}, 120_000)
