import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
    const { rows } = await query(`select send_at, state from mail_outbox where key like $1`, [`announcement ${id} %`])
    expect(rows[0].state).toBe('WAITING')
    expect(new Date(rows[0].send_at.getTime() + 9 * 3_600_000).toISOString().slice(11, 16)).toBe(quiet.until)
    await call(admin, 'POST', `/deactivate/${withdrawn}`)
    // The quiet hours end.
    await query(`update graphile_worker._private_jobs set run_at = now() where run_at > now() and key like 'mail %'`)
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
    expect(subjectsOf(user)).toEqual(['2 announcements: First of the day'])
    expect(mail!.text).toContain(`First of the day: Modems restart once. (${app.portal.publicUrl()}/support)`)
    expect(mail!.text).toContain('Second of the day')
    expect(mail!.text).not.toMatch(/Withdrawn|Read before/)
    expect(mail!.headers.find(({ key }) => key === 'list-unsubscribe')).toBeDefined()
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
