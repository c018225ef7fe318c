import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'
import type { Json } from '#test/support-app.ts'

let app: TestApp
let admin: TestUser
let csm: TestUser
let user: TestUser
let second: TestUser
let acme: MadeAccount
let category: string

beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMITS: 'off' } })
  acme = await makeAccount(app, 'acme')
  admin = await userWith(app, 'ADMIN')
  csm = await userWith(app, 'HARMONIC_CSM')
  user = await userWith(app, 'USER', acme)
  second = await userWith(app, 'USER', acme)
  await query('update users set full_name = $1 where id = $2', ['Ann *Bold* <b>Rex</b>', user.id])
  await query('update users set full_name = $1 where id = $2', ['Bea {{user.email}}', second.id])
  category = String((await call(admin, 'GET', 'announcements/categories')).body._embedded!.categories![0]!.id)
})
afterAll(() => app.close())

const query = (text: string, values: unknown[] = []) => app.portal.pool.query(text, values)

async function call(by: TestUser, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/api/${path}`, {
    method,
    headers: { ...by.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : undefined) as Json }
}

const minutes = { name: 'minutes', label: 'Minutes', type: 'number', required: true, minimum: 1, maximum: 60 }
const day = { name: 'day', label: 'Day of the work', type: 'date', required: true }
let made = 0
async function template(body: object = {}): Promise<Json> {
  made += 1
  const added = await call(admin, 'POST', 'templates', {
    name: `Upgrade ${made}`,
    title: 'Upgrade at {{account.name}} on {{day}}',
    content: 'Hello {{user.name}}, modems restart for {{minutes}} minutes.',
    userInputs: [minutes, day],
    ...body,
  })
  expect([added.status, added.body]).toEqual([201, expect.objectContaining({ enabled: true })])
  return added.body
}
async function announce(templateId: unknown, body: object = {}) {
  return await call(admin, 'POST', 'announcements', {
    type: 'warning',
    deliveryMethod: 'Banner',
    categoryId: category,
    recipientsType: 'FILTER',
    recipients: { accounts: ['acme'] },
    templateId,
    inputs: { minutes: '6', day: '2026-12-12' },
    ...body,
  })
}
async function inboxItem(by: TestUser, id: unknown): Promise<Json> {
  return await vi.waitFor(
    async () => {
      const { body } = await call(by, 'GET', 'announcements/inbox')
      const item = [...body._embedded!.announcements!].find((one) => one.announcementId === id)
      expect(item).toBeDefined()
      return item!
    },
    { timeout: 20_000, interval: 50 },
  )
}
const places = ({ body }: { body: Json }) =>
  ([...body.fields!] as unknown as { path: string; message: string }[]).map(
    ({ path, message }) => `${path}: ${message}`,
  )

describe('a template', () => {
  test('is added with defaults, read back, listed, changed with If-Match, and deleted', async () => {
    const added = await call(admin, 'POST', 'templates', { name: 'Plain', content: 'Portal work today.' })
    expect(added.body).toMatchObject({ title: 'Plain', deliveryMethod: 'Banner', userInputs: [], announcements: 0 })
    const { id, version } = added.body
    expect((await call(csm, 'GET', `templates/${id}`)).body).toEqual(added.body)
    expect((await call(admin, 'GET', 'templates?q=plai')).body._embedded!.templates).toEqual([added.body])
    const stale = await call(
      admin,
      'PATCH',
      `templates/${id}`,
      { name: 'x' },
      { 'if-match': `"${Number(version) + 1}"` },
    )
    expect(stale.status).toBe(412)
    const changed = await call(admin, 'PATCH', `templates/${id}`, { content: 'Now' }, { 'if-match': `"${version}"` })
    expect(changed.body).toMatchObject({ content: 'Now', version: Number(version) + 1 })
    expect((await call(admin, 'POST', 'templates', { name: 'Plain', content: 'x' })).body.code).toBe('template-exists')
    expect((await call(csm, 'POST', 'templates', { name: 'No', content: 'x' })).status).toBe(403)
    expect((await call(admin, 'DELETE', `templates/${id}`)).status).toBe(204)
    expect((await call(admin, 'GET', `templates/${id}`)).status).toBe(404)
  })

  test('unknown, unclosed, missing and duplicate variables are rejected with their position', async () => {
    const wrong = await call(admin, 'POST', 'templates', {
      name: 'Wrong',
      title: 'For {{acount.name}}',
      content: 'One\nTwo {{#if x}} {{user.name}}\n{{open',
      userInputs: [day, minutes, minutes],
    })
    expect(wrong.status).toBe(400)
    expect(places(wrong)).toEqual([
      'title: line 1, column 5: "acount.name" is not a known variable',
      'content: line 2, column 5: "#if x" is not a known variable',
      'content: line 3, column 1: {{ has no closing }}',
      'userInputs.0.name: "day" is required, and no text of the template uses it',
      'userInputs.1.name: "minutes" is required, and no text of the template uses it',
      'userInputs.2.name: another input has the name "minutes"',
    ])
  })

  test('64 kB, 200 placeholders and links with a variable host are the limits', async () => {
    const rejected = async (body: object) =>
      places(await call(admin, 'POST', 'templates', { name: 'Large', content: 'x', ...body }))
    expect(await rejected({ content: 'ä'.repeat(33 * 1024) })).toEqual(['content: is larger than 64 kB'])
    expect(await rejected({ content: 'x'.repeat(1_000_000) })).toEqual(['content: is larger than 64 kB'])
    expect(await rejected({ content: '{{day}}'.repeat(10_000) })).toContain('content: is larger than 200 placeholders')
    expect(await rejected({ content: '{{user.{{user.name}}}}' })).toEqual([
      expect.stringMatching(/^content: line 1, column 1:/),
    ])
    expect(await rejected({ content: '{{user.name}}'.repeat(201) })).toEqual([
      'content: is larger than 200 placeholders',
    ])
    for (const link of ['https://{{user.name}}/x', '{{user.name}}', '/{{user.name}}', 'javascript:alert(1)', '//evil'])
      expect(await rejected({ link })).toEqual([expect.stringContaining('link: must be a page')])
    await template({ link: '/support/{{account.name}}?q={{day}}' })
  })

  test('the preview has real values of an account, names missing and cut ones, and evaluates no value', async () => {
    const body = {
      title: '{{account.name}}',
      content: '{{why}} {{user.name}} {{case.key}} {{typo}}',
      link: null,
      userInputs: [{ name: 'why', label: 'Why', type: 'text', required: false }],
      inputs: { why: '{{user.email}} *x*' },
    }
    const preview = await call(admin, 'POST', 'templates/preview', { ...body, account: 'acme' })
    expect(preview.body).toMatchObject({
      title: expect.stringMatching(/acme/i),
      message: expect.stringContaining('\\{\\{user.email\\}\\} \\*x\\*'),
      missing: ['case.key'],
      cut: [],
      errors: [{ field: 'content', reason: 'unknown', name: 'typo', line: 1 }],
    })
    const long = await call(admin, 'POST', 'templates/preview', { ...body, inputs: { why: 'w'.repeat(100_000) } })
    expect(long.body.cut).toEqual(['why'])
    expect(String(long.body.message).length).toBeLessThan(5000)
    expect((await call(admin, 'POST', 'templates/preview', { ...body, account: 'none' })).body.code).toBe(
      'preview-account-not-found',
    )
    const variables = (await call(csm, 'GET', 'templates/backend-variables?account=acme')).body._embedded!.variables!
    expect(variables).toContainEqual({ name: 'account.timeZone', events: [], example: expect.any(String) })
    expect(variables).toContainEqual({ name: 'release.name', events: ['RELEASE_DELIVERED'], example: null })
  })
})

describe('an announcement with a template', () => {
  test('each recipient reads their own values, escaped, in inbox and mail', async () => {
    const { id } = await template({ link: '/support?from={{user.name}}' })
    const written = await announce(id, { emailCopy: true })
    expect(written.body).toMatchObject({
      title: 'Upgrade at {{account.name}} on Sat 12 Dec 2026',
      templateId: id,
      inputs: { minutes: '6', day: '2026-12-12' },
    })
    expect(await inboxItem(user, written.body.id)).toMatchObject({
      title: expect.stringMatching(/^Upgrade at acme on Sat 12 Dec 2026$/i),
      message: 'Hello Ann \\*Bold\\* \\<b\\>Rex\\</b\\>, modems restart for 6 minutes.',
      link: '/support?from=Ann%20*Bold*%20%3Cb%3ERex%3C%2Fb%3E',
    })
    expect((await inboxItem(second, written.body.id)).message).toContain('Hello Bea \\{\\{user.email\\}\\},')
    const { rows } = await query(
      'select m.id from mail_outbox m join mail_batches b on b.id = m.batch_id where b.source_id = $1',
      [String(written.body.id)],
    )
    const texts = await Promise.all(
      rows.map(async ({ id }) => String((await call(admin, 'GET', `mails/${id}`)).body.text)),
    )
    expect(texts.join()).toContain('Hello Ann *Bold* <b>Rex</b>, modems')
    expect(texts).toHaveLength(2)
  })

  test('the dry run has the values of each recipient, and names accounts without a value', async () => {
    const { id } = await template({ content: 'Your manager {{account.csm}} calls at {{minutes}}, {{user.firstName}}.' })
    const body = {
      title: '-',
      message: '-',
      type: 'info',
      deliveryMethod: 'Banner',
      categoryId: category,
      recipientsType: 'FILTER',
      recipients: { accounts: ['acme'] },
    }
    const preview = async (templateId: unknown) =>
      (await call(admin, 'POST', 'announcements/preview', { ...body, templateId })).body as Json
    const { missing, recipients } = await preview(id)
    expect(missing).toEqual([{ account: 'acme', variables: ['account.csm'], users: 2 }])
    expect(recipients).toContainEqual(
      expect.objectContaining({
        username: user.email,
        values: expect.objectContaining({ 'account.name': 'acme', 'user.email': user.email }),
      }),
    )
    const { rows } = await query('select id from users where email = $1', [csm.email])
    await query('update accounts set csm_id = $1 where name = $2', [rows[0].id, 'acme'])
    expect((await preview(id)).missing).toEqual([])
    await query('update accounts set csm_id = null where name = $1', ['acme'])
    const plain = await preview(null)
    expect([plain.missing, [...plain.recipients!].some((one) => 'values' in one)]).toEqual([[], false])
  })

  test('inputs are checked at their field, event variables and other texts are rejected', async () => {
    const { id } = await template()
    const inputs = async (values: object) => places(await announce(id, { inputs: values }))
    expect(await inputs({})).toEqual(['inputs.minutes: is required', 'inputs.day: is required'])
    expect(await inputs({ minutes: '61', day: '2026-02-30', more: 'x' })).toEqual([
      'inputs.minutes: is outside of its limits',
      'inputs.day: must be a date (2026-12-31)',
      'inputs.more: is not an input of the template',
    ])
    expect(places(await announce(id, { title: 'Other' }))).toEqual([expect.stringContaining('title: comes from')])
    expect(places(await announce(null, { inputs: {} }))).toEqual(['title: is required without a template'])
    const ofEvent = await template({ title: 'Case', content: '{{case.key}}', userInputs: [] })
    expect(places(await announce(ofEvent.id, { inputs: {} }))).toEqual([
      'templateId: has variables of events only: case.key',
    ])
  })

  test('a change of the template shows each announcement before and after, is rejected until all have values, and reaches the inbox', async () => {
    const { id, version } = await template()
    const first = (await announce(id)).body
    const draft = (await announce(id, { draft: true, inputs: { minutes: '9', day: '2026-12-13' } })).body
    await inboxItem(user, first.id)
    const change = {
      title: 'Moved: {{day}}',
      content: 'At {{hour}} for {{minutes}} minutes',
      userInputs: [{ ...minutes, maximum: 8 }, day, { name: 'hour', label: 'Hour', type: 'text', required: true }],
    }
    const cascade = await call(admin, 'POST', `templates/${id}/cascade`, change)
    expect(cascade.body).toMatchObject({
      total: 2,
      broken: 2,
      announcements: [
        {
          id: draft.id,
          after: { title: 'Moved: Sun 13 Dec 2026', message: 'At – for 9 minutes' },
          errors: [{ name: 'minutes' }, { name: 'hour', message: 'is required' }],
        },
        { id: first.id, before: { title: first.title }, errors: [{ name: 'hour' }] },
      ],
    })
    const rejected = await call(admin, 'PATCH', `templates/${id}`, change, { 'if-match': `"${version}"` })
    expect([rejected.status, rejected.body.code]).toEqual([409, 'template-breaks-announcements'])
    expect((await call(admin, 'GET', `templates/${id}`)).body.version).toBe(version)
    const corrections = { [String(first.id)]: { hour: '02:00' }, [String(draft.id)]: { hour: '03:00', minutes: '8' } }
    expect((await call(admin, 'POST', `templates/${id}/cascade`, { ...change, corrections })).body.broken).toBe(0)
    const saved = await call(admin, 'PATCH', `templates/${id}`, { ...change, corrections })
    expect([saved.status, saved.body.announcements]).toEqual([200, 2])
    expect(await inboxItem(user, first.id)).toMatchObject({
      title: 'Moved: Sat 12 Dec 2026',
      message: 'At 02:00 for 6 minutes',
    })
    expect((await call(admin, 'GET', `announcements/${draft.id}`)).body).toMatchObject({
      inputs: { hour: '03:00', minutes: '8', day: '2026-12-13' },
    })
  })

  test('its template cannot be deleted; deactivated it withdraws the announcement, activated it shows it again', async () => {
    const { id } = await template()
    const written = (await announce(id)).body
    await inboxItem(user, written.id)
    const used = await call(admin, 'DELETE', `templates/${id}`)
    expect([used.status, used.body.code, used.body.detail]).toEqual([
      409,
      'template-in-use',
      expect.stringContaining(`(${written.id})`),
    ])
    expect((await call(admin, 'POST', `templates/deactivate/${id}`)).body).toMatchObject({ enabled: false })
    expect((await call(admin, 'GET', `announcements/${written.id}`)).body.status).toBe('INACTIVE')
    expect((await announce(id)).body.code).toBe('template-not-active')
    expect((await call(admin, 'POST', `templates/deactivate/${id}`)).body.code).toBe('template-not-active')
    expect((await call(admin, 'POST', `templates/activate/${id}`)).body).toMatchObject({ enabled: true })
    expect((await call(admin, 'GET', `announcements/${written.id}`)).body.status).toBe('ACTIVE')
    expect((await call(admin, 'POST', `templates/activate/${id}`)).body.code).toBe('template-already-active')
    const detached = await call(admin, 'PATCH', `announcements/${written.id}`, {
      templateId: null,
      title: 'By hand',
      message: 'Other',
    })
    expect(detached.body).toMatchObject({ templateId: null, inputs: {}, title: 'By hand' })
    expect((await inboxItem(user, written.id)).title).toBe('By hand')
    expect((await call(admin, 'DELETE', `templates/${id}`)).status).toBe(204)
  })
})

describe('an event bound to a template', () => {
  const bind = (bindings: object[], headers = {}) => call(admin, 'PUT', 'templates/bindings', { bindings }, headers)
  const binding = (templateId: unknown) => ({
    event: 'CASE_UPDATED',
    templateId,
    type: 'info',
    categoryId: category,
    emailCopy: false,
    announce: true,
  })

  test('makes one announcement for the users of the account who may read it', async () => {
    const contractor = await userWith(app, 'CUST_CONTRACTOR', acme)
    const { id } = await template({
      title: '{{case.key}} is {{case.status}}',
      content: 'Hello {{user.firstName}}',
      userInputs: [],
    })
    const bound = await bind([binding(id)])
    expect(bound.body).toMatchObject({ bindings: [binding(id)], version: expect.any(Number) })
    expect((await call(csm, 'GET', 'templates/bindings')).body.bindings).toEqual([binding(id)])
    expect((await bind([], { 'if-match': '"999"' })).status).toBe(412)

    const filed = await call(user, 'POST', 'plugins/jira/issues?account=acme', {
      subject: 'Modems drop',
      description: 'At night',
      priority: 'HIGH',
    })
    expect(filed.status).toBe(201)
    const { key } = filed.body
    expect((await call(admin, 'POST', `plugins/jira/issues/fire/resolve?issueKey=${key}`)).status).toBe(200)
    const { rows } = await vi.waitFor(
      async () => {
        const found = await query('select a.id, a.title, a.link from announcements a where template_id = $1', [
          String(id),
        ])
        expect(found.rows).toHaveLength(1)
        return found
      },
      { timeout: 20_000, interval: 50 },
    )
    expect(rows[0].title).toMatch(new RegExp(`^${key} is `))
    expect(await inboxItem(user, String(rows[0].id))).toMatchObject({ message: 'Hello Ann', link: rows[0].link })
    const others = await query('select user_id from announcement_inbox where announcement_id = $1', [rows[0].id])
    expect(others.rows.map(({ user_id }) => user_id)).not.toContain(contractor.id)
    expect((await call(admin, 'GET', `announcements/${rows[0].id}`)).body).toMatchObject({ automatic: true })
    expect((await call(admin, 'DELETE', `templates/${id}`)).body.detail).toContain('the event case updated')
    await bind([])
  })

  test('gives the mails of the event its text; without announcement no other user gets it', async () => {
    const filed = await call(user, 'POST', 'plugins/jira/issues?account=acme', {
      subject: 'Modems <b>drop</b>',
      description: 'At night',
      priority: 'HIGH',
    })
    const { id } = await template({
      title: '{{case.subject}} ({{case.status}})',
      content: 'Hello {{user.firstName}},\n\n{{case.change}}',
      userInputs: [],
    })
    await bind([{ ...binding(id), announce: false }])
    const { key } = filed.body
    await call(admin, 'POST', `plugins/jira/issues/comment?issueKey=${key}`, { body: 'We look at it.' })
    const mails = async () =>
      (
        await query(
          `select subject, body_text, body_html from mail_outbox where recipient = $1 and thread is not null order by id`,
          [user.email],
        )
      ).rows
    await expect
      .poll(async () => (await mails()).at(-1)?.subject, { timeout: 20_000 })
      .toMatch(/^\[.+\] Modems <b>drop<\/b> \(/)
    const { subject, body_text: text, body_html: html } = (await mails()).at(-1)!
    expect(subject).toMatch(new RegExp(`^\\[${key}\\] `))
    expect(text).toMatch(/^Hello Ann,\n\n.+ commented on .+\n\nWe look at it\./)
    expect(html).toContain('<p>We look at it.</p>')
    expect((await query('select from announcements where template_id = $1', [String(id)])).rowCount).toBe(0)
    // Without a template the mail has its usual text.
    await bind([])
    await call(admin, 'POST', `plugins/jira/issues/comment?issueKey=${key}`, { body: 'Found.' })
    await expect
      .poll(async () => (await mails()).at(-1)?.body_text, { timeout: 20_000 })
      .toMatch(/^.+ commented on .+\n\nFound\./)
    expect((await mails()).at(-1)!.subject).toBe(`[${key}] Modems <b>drop</b>`)
  })

  test('needs a template whose values the event gives, and a category', async () => {
    const ofRelease = await template({ title: 'x', content: '{{release.name}}', userInputs: [] })
    expect((await bind([binding(ofRelease.id)])).body).toMatchObject({ code: 'template-breaks-event' })
    const withInputs = await template()
    expect((await bind([binding(withInputs.id)])).body.detail).toContain('minutes')
    const plain = await template({ title: 'x', content: 'y', userInputs: [] })
    expect((await bind([{ ...binding(plain.id), categoryId: '999' }])).body.code).toBe('category-not-found')
    expect((await bind([{ ...binding('999') }])).body.code).toBe('template-not-found')
    expect(places(await bind([binding(plain.id), binding(plain.id)]))).toEqual(['bindings.1.event: is bound twice'])
    expect((await bind([binding(plain.id)])).status).toBe(200)
    const broken = await call(admin, 'PATCH', `templates/${plain.id}`, { content: '{{bundle.name}}' })
    expect([broken.status, broken.body.code]).toEqual([409, 'template-breaks-event'])
  })
})
