import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queueMail } from '#kit/server/mail.ts'
import { sendCopiesSoon } from '#kit/server/mail-composer.ts'
import { actingAs } from '#test/acting-as.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { type Mailbox, openMailbox } from '#test/mailbox.ts'
import type { Json } from '#test/support-app.ts'

let app: TestApp
let mailbox: Mailbox
let admin: TestUser
let acme: MadeAccount
let category: string

beforeAll(async () => {
  mailbox = await openMailbox()
  app = await testApp({ env: { RATE_LIMITS: 'off', SMTP_URL: mailbox.url } })
  acme = await makeAccount(app, 'acme')
  admin = await userWith(app, 'ADMIN')
  category = String((await call(admin, 'GET', '/categories')).body._embedded!.categories![0]!.id)
})
afterAll(async () => {
  await app.close()
  mailbox.close()
})

const query = (text: string, values: unknown[] = []) => app.portal.pool.query(text, values)

async function call(by: TestUser, method: string, path: string, body?: unknown) {
  const response = await fetch(`${app.url}/api/announcements${path}`, {
    method,
    headers: { ...by.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Json }
}

/** Delivers an announcement with mail copy to users by name; returns its id. */
async function announce(title: string, users: readonly TestUser[], more: object = {}): Promise<string> {
  const { status, body } = await call(admin, 'POST', '', {
    title,
    message: 'Modems restart **once**.',
    type: 'info',
    deliveryMethod: 'BellAlert',
    categoryId: category,
    emailCopy: true,
    recipientsType: 'USERS',
    recipients: { usernames: users.map(({ email }) => email) },
    ...more,
  })
  expect([title, status]).toEqual([title, 201])
  for (const user of users) await expect.poll(() => titlesOf(user)).toContain(title)
  return String(body.id)
}
const titlesOf = async (user: TestUser) =>
  [...(await call(user, 'GET', '/inbox')).body._embedded!.announcements!].map((one) => String(one.title))
const subjectsOf = (user: TestUser) =>
  mailbox.received
    .filter(({ to }) => to?.some(({ address }) => address === user.email))
    .map(({ subject }) => subject ?? '')
const settings = (user: TestUser, body: object) => call(user, 'POST', '/settings', body)
const noMoreWaiting = () =>
  expect
    .poll(async () => (await query(`select from mail_outbox where state = 'WAITING'`)).rowCount, { timeout: 20_000 })
    .toBe(0)
const inTokyo = (user: TestUser) =>
  query(`insert into user_settings (user_id, settings) values ($1, '{"timeZone":"Asia/Tokyo"}')`, [user.id])
const copiesOf = `select m.send_at, m.state, m.body_text, m.recipient from mail_outbox m join mail_batches b on b.id = m.batch_id
  where b.source_id = $1 order by m.id`
/** The clock in Tokyo, some hours from now. */
const tokyo = (hours: number) => new Date(Date.now() + (9 + hours) * 3_600_000).toISOString()

describe('settings', () => {
  test('are read back; equal quiet times, wrong hours and unknown times are rejected at the field', async () => {
    const user = await userWith(app, 'USER', acme)
    await inTokyo(user)
    expect((await call(user, 'GET', '/settings')).body).toMatchObject({
      timeZone: 'Asia/Tokyo',
      hours: { digestHour: 8, digestDay: 'MO', quiet: null },
    })
    const hours = { digestHour: 17, digestDay: 'FR', quiet: { from: '22:00', until: '06:30' } }
    const saved = await settings(user, { hours, settings: [{ categoryId: category, mailWhen: 'WEEKLY' }] })
    expect([saved.status, saved.body.hours]).toEqual([200, hours])
    const { body } = await call(user, 'GET', '/settings')
    expect(body.hours).toEqual(hours)
    expect(body.settings).toContainEqual(
      expect.objectContaining({ categoryId: category, mailWhen: 'WEEKLY', mail: true, bell: true }),
    )
    for (const [wrong, path] of [
      [{ hours: { ...hours, quiet: { from: '22:00', until: '22:00' } } }, 'hours.quiet.until'],
      [{ hours: { ...hours, quiet: { from: '24:00', until: '06:00' } } }, 'hours.quiet.from'],
      [{ hours: { ...hours, digestHour: 24 } }, 'hours.digestHour'],
      [{ settings: [{ categoryId: category, mailWhen: 'HOURLY' }] }, 'settings.0.mailWhen'],
    ] as const)
      expect([path, (await settings(user, wrong)).body]).toEqual([
        path,
        expect.objectContaining({ status: 400, fields: [expect.objectContaining({ path })] }),
      ])
  })
})

describe('quiet hours', () => {
  test('delay the mail, not the inbox: it comes after them, once; a system announcement comes at once; a withdrawn one never', async () => {
    const user = await userWith(app, 'USER', acme)
    await inTokyo(user)
    const quiet = { from: tokyo(-1).slice(11, 16), until: tokyo(3).slice(11, 16) }
    expect((await settings(user, { hours: { digestHour: 8, digestDay: 'MO', quiet } })).status).toBe(200)
    const id = await announce('In quiet hours', [user])
    const withdrawn = await announce('Withdrawn in quiet hours', [user])
    await announce('Of the system', [user], { system: true })
    await expect.poll(() => subjectsOf(user)).toEqual(['Of the system'])
    const { rows } = await query(copiesOf, [id])
    expect(rows[0].state).toBe('WAITING')
    expect(new Date(rows[0].send_at.getTime() + 9 * 3_600_000).toISOString().slice(11, 16)).toBe(quiet.until)
    await call(admin, 'POST', `/deactivate/${withdrawn}`)
    // The quiet hours end.
    await query(`update mail_outbox set send_at = now() where send_at > now() and state = 'WAITING'`)
    await sendCopiesSoon(app.portal.db)
    await noMoreWaiting()
    expect(subjectsOf(user)).toEqual(['Of the system', 'In quiet hours'])
    const mail = mailbox.received.find(({ to }) => to?.some(({ address }) => address === user.email))
    expect([mail?.text?.includes('Modems restart once.'), mail?.html]).toEqual([
      true,
      expect.stringContaining('<p>Modems restart <strong>once</strong>.</p>'),
    ])
  })
})

describe('digests', () => {
  test('have each announcement of their categories once, without withdrawn and acknowledged ones', async () => {
    const user = await userWith(app, 'USER', acme)
    await inTokyo(user)
    const hours = { digestHour: Number(tokyo(2).slice(11, 13)), digestDay: 'MO', quiet: null }
    await settings(user, { hours, settings: [{ categoryId: category, mailWhen: 'DAILY' }] })
    const first = await announce('First of the day', [user], { link: '/support' })
    await announce('Second of the day', [user])
    const withdrawn = await announce('Withdrawn before the digest', [user])
    const read = await announce('Read before the digest', [user])
    await call(admin, 'POST', `/deactivate/${withdrawn}`)
    const items = (await call(user, 'GET', '/inbox')).body._embedded!.announcements!
    await call(user, 'POST', '/inbox/acknowledge', {
      id: [...items].find(({ announcementId }) => String(announcementId) === read)!.id,
    })
    const { rows } = await query('select digest_at from announcement_inbox where announcement_id = $1', [first])
    const wall = new Date(rows[0].digest_at.getTime() + 9 * 3_600_000).toISOString()
    expect(wall.slice(11, 16)).toBe(`${String(hours.digestHour).padStart(2, '0')}:00`)
    await query('update announcement_inbox set digest_at = now() where user_id = $1 and digest_at is not null', [
      user.id,
    ])
    for (const _ of [1, 2]) await query(`select graphile_worker.add_job('announcements.digest')`)
    const [mail] = await mailbox.mailsTo(user.email)
    await noMoreWaiting()
    expect(subjectsOf(user)).toEqual(['2 notifications: First of the day'])
    expect(mail!.text).toContain(`First of the day: Modems restart once. (${app.portal.publicUrl()}/support)`)
    expect(mail!.text).toContain('Second of the day')
    expect(mail!.text).not.toMatch(/Withdrawn|Read before/)
    expect(mail!.headers.find(({ key }) => key === 'list-unsubscribe')).toBeDefined()
  })
})

describe('copies', () => {
  const stateOf = async (id: string) => (await query(copiesOf, [id])).rows.map(({ state }) => state)
  const figuresOf = async (id: string) =>
    (await call(admin, 'GET', `/${id}/deliveries`)).body._embedded!.deliveries![0]!
  const whoOf = async (id: string, figure: string) =>
    (await call(admin, 'GET', `/${id}/deliveries/1/recipients?figure=${figure}`)).body._embedded!.recipients!.map(
      ({ username }) => String(username),
    )

  test('are composed when they are sent: not for users who lost the role, muted it or were suspended since', async () => {
    const users = [
      await userWith(app, 'USER', acme),
      await userWith(app, 'USER', acme),
      await userWith(app, 'USER', acme),
      await userWith(app, 'USER', acme),
    ]
    const [stays, lost, muted, suspended] = users as [TestUser, TestUser, TestUser, TestUser]
    const quiet = { from: tokyo(-1).slice(11, 16), until: tokyo(3).slice(11, 16) }
    for (const user of users) {
      await inTokyo(user)
      await settings(user, { hours: { digestHour: 8, digestDay: 'MO', quiet } })
    }
    const id = await announce('Before the change', users)
    expect((await query(copiesOf, [id])).rows.map(({ body_text }) => body_text)).toEqual([null, null, null, null])
    expect(await figuresOf(id)).toMatchObject({ addressed: 4, delivered: 4, mailed: 0, mailsWaiting: 4 })
    const { body } = await call(admin, 'PATCH', `/${id}`, { title: 'After the change' })
    expect(body.title).toBe('After the change')
    await query('delete from role_grants where user_id = $1', [lost.id])
    await settings(muted, { settings: [{ categoryId: category, mail: false }] })
    await query(`update users set state = 'suspended' where id = $1`, [suspended.id])
    await query(`update mail_outbox set send_at = now() where send_at > now() and state = 'WAITING'`)
    await sendCopiesSoon(app.portal.db)
    await noMoreWaiting()
    expect(subjectsOf(stays)).toEqual(['After the change'])
    for (const user of [lost, muted, suspended]) expect(subjectsOf(user)).toEqual([])
    expect(await stateOf(id)).toEqual(['SENT', 'DROPPED', 'DROPPED', 'DROPPED'])
    expect(await figuresOf(id)).toMatchObject({ delivered: 4, mailed: 1, failed: 0, mailsWaiting: 0 })
    expect(await whoOf(id, 'mailed')).toEqual([stays.email])
  })

  test('that the server rejects for good count as failed, with who; a temporary rejection is tried again', async () => {
    const [gone, later] = [await userWith(app, 'USER', acme), await userWith(app, 'USER', acme)]
    mailbox.rejectAddress(gone.email, 550)
    mailbox.rejectAddress(later.email, 451)
    const began = Date.now()
    const id = await announce('To a box that is gone', [gone, later])
    await expect.poll(() => stateOf(id)).toEqual(['FAILED', 'WAITING'])
    // The delay after the first attempt is seconds.
    await expect
      .poll(async () => (await query(`${copiesOf} limit 1 offset 1`, [id])).rows[0].send_at.getTime())
      .toBeGreaterThan(began + 2_000)
    mailbox.rejectAddress(later.email, undefined)
    await query(`update mail_outbox set send_at = now() where state = 'WAITING'`)
    await sendCopiesSoon(app.portal.db)
    await expect.poll(() => stateOf(id)).toEqual(['FAILED', 'SENT'])
    expect(await figuresOf(id)).toMatchObject({ mailed: 1, failed: 1 })
    expect([await whoOf(id, 'failed'), await whoOf(id, 'mailed')]).toEqual([[gone.email], [later.email]])
    const csv = await fetch(`${app.url}/api/announcements/${id}/deliveries/1/recipients?figure=failed`, {
      headers: { ...admin.headers, accept: 'text/csv' },
    })
    const lines = (await csv.text()).trim().split('\r\n')
    expect([lines.length, lines[1]]).toEqual([2, expect.stringMatching(new RegExp(`^${gone.email},.*,FAILED$`))])
    const figures = await fetch(`${app.url}/api/announcements/${id}/deliveries`, {
      headers: { ...admin.headers, accept: 'text/csv' },
    })
    expect((await figures.text()).replace(/\d{4}-[^,]+/g, 'time')).toBe(
      'occurrence,due,finished,late,addressed,delivered,seen,acknowledged,mailed,muted,failed,mailsWaiting\r\n' +
        '1,time,time,false,2,2,0,0,1,0,1,0\r\n',
    )
  })

  test('show HTML, script and placeholders of the text as they were typed', async () => {
    const user = await userWith(app, 'USER', acme)
    const message = '<script>alert(1)</script> {{user.email}} <img src=x onerror=alert(2)>'
    await announce('Typed <b>text</b>', [user], { message })
    const [mail] = await mailbox.mailsTo(user.email)
    expect([mail!.subject, mail!.text]).toEqual(['Typed <b>text</b>', expect.stringContaining('{{user.email}}')])
    expect(mail!.html).not.toMatch(/<script|<img/)
  })

  test('do not hold up a password reset, however slowly the server takes them', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => userWith(app, 'USER', acme)))
    mailbox.delay(800)
    try {
      await announce('Slow copies', users)
      await expect.poll(() => mailbox.received.some(({ subject }) => subject === 'Slow copies')).toBe(true)
      const began = Date.now()
      await queueMail(app.portal.db, { to: 'reset@people.example', subject: 'Reset', paragraphs: ['x'], urgent: true })
      await mailbox.mailsTo('reset@people.example')
      expect(mailbox.received.filter(({ subject }) => subject === 'Slow copies').length).toBeLessThan(users.length)
      expect(Date.now() - began).toBeLessThan(5_000)
    } finally {
      mailbox.delay(0)
    }
    await noMoreWaiting()
    expect(mailbox.received.filter(({ subject }) => subject === 'Slow copies')).toHaveLength(users.length)
  })

  test('an item counts as seen when the page says so, once, for its own user and not while impersonating', async () => {
    const [user, other] = [await userWith(app, 'USER', acme), await userWith(app, 'USER', acme)]
    const id = await announce('To be seen', [user, other])
    const [item] = [...(await call(user, 'GET', '/inbox')).body._embedded!.announcements!]
    expect(item!.seen).toBeNull()
    const seen = (by: TestUser) => call(by, 'POST', '/inbox/seen', { ids: [item!.id, '999999999'] })
    expect((await seen(other)).body).toEqual({ seen: 0 })
    const acting = await actingAs(app, admin, user)
    expect((await acting('POST', '/api/announcements/inbox/seen', { ids: [item!.id] })).body.code).toBe(
      'not-while-impersonating',
    )
    expect([(await seen(user)).body, (await seen(user)).body]).toEqual([{ seen: 1 }, { seen: 0 }])
    expect(await figuresOf(id)).toMatchObject({ delivered: 2, seen: 1, acknowledged: 0 })
    expect(await whoOf(id, 'seen')).toEqual([user.email])
    expect((await call(user, 'POST', '/inbox/seen', { ids: [] })).status).toBe(400)
    expect((await call(user, 'GET', `/${id}/deliveries/1/recipients`)).status).toBe(403)
  })
})

describe('unsubscribe links', () => {
  const headerOf = (mail: Awaited<ReturnType<Mailbox['mailsTo']>>[number], name: string) =>
    mail.headers.find(({ key }) => key === name)?.value
  const linkOf = (mail: Awaited<ReturnType<Mailbox['mailsTo']>>[number]) => {
    const url = new URL(/^<(.+)>$/.exec(String(headerOf(mail, 'list-unsubscribe')))![1]!)
    return `${app.url}${url.pathname}${url.search}`
  }
  const oneClick = () => {
    const body = new FormData()
    body.append('List-Unsubscribe', 'One-Click')
    return body
  }
  const isMailed = async (user: TestUser) =>
    [...(await call(user, 'GET', '/settings')).body.settings!].find(
      ({ categoryId }) => String(categoryId) === category,
    )!.mail

  test('end the mail of the category with one POST: the next announcement is in the inbox and not mailed', async () => {
    const user = await userWith(app, 'USER', acme)
    const other = await userWith(app, 'USER', acme)
    await announce('With a link', [user, other])
    const [mail] = await mailbox.mailsTo(user.email)
    expect(headerOf(mail!, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(headerOf(mail!, 'auto-submitted')).toBe('auto-generated')
    const link = linkOf(mail!)
    const page = await fetch(link)
    expect([page.status, await isMailed(user)]).toEqual([200, true])
    const posted = await fetch(link, { method: 'POST', body: oneClick() })
    const done = await posted.text()
    expect([posted.status, await isMailed(user), await isMailed(other)]).toEqual([200, false, true])
    await announce('After the link', [user, other])
    await mailbox.mailsTo(other.email, 2)
    await noMoreWaiting()
    expect([subjectsOf(user), subjectsOf(other)]).toEqual([['With a link'], ['With a link', 'After the link']])

    // A replayed link does not undo what the user chose since.
    await settings(user, { settings: [{ categoryId: category, mail: true }] })
    const token = new URL(link).searchParams.get('token')!
    const [userId, ...rest] = token.split('.')
    const forged = [
      token,
      [other.id, ...rest].join('.'),
      [...rest.slice(0, -1), rest.at(-1)!.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'))].reduce(
        (text, part) => `${text}.${part}`,
        String(userId),
      ),
      [userId, 'x'].join('.'),
      '',
    ]
    for (const text of forged) {
      const address = `${app.url}/unsubscribe?token=${encodeURIComponent(text)}`
      const requested = await fetch(address)
      expect(await requested.text()).toBe(await (await fetch(link)).text())
      const again = await fetch(address, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'x' }) })
      expect([again.status, await again.text()]).toEqual([200, done])
    }
    expect([await isMailed(user), await isMailed(other)]).toEqual([true, true])
  })

  test('are not in mails of system announcements and of security', async () => {
    const user = await userWith(app, 'USER', acme)
    await announce('System, no link', [user], { system: true })
    const [mail] = await mailbox.mailsTo(user.email)
    expect(headerOf(mail!, 'list-unsubscribe')).toBeUndefined()
    expect(headerOf(mail!, 'auto-submitted')).toBe('auto-generated')
  })
})
