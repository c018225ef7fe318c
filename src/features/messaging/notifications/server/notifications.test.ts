import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NotificationGroup } from '#kit/server/notification.ts'
import { type Name, rowsOf, type SupportApp, supportApp } from '#test/support-app.ts'
import type { RecipientFacts } from './channel.ts'
import { deliveryTo } from './delivery-to.ts'

let desk: SupportApp
beforeAll(async () => {
  // Without SMTP every mail waits in the outbox.
  desk = await supportApp()
})
afterAll(() => desk.close())
beforeEach(async () => {
  const { db } = desk.portal
  await sql`delete from notifications`.execute(db)
  await sql`delete from mail_outbox`.execute(db)
})

const api = (name: Name, method: string, path: string, body?: unknown) =>
  desk.call(name, method, `/../../${path}`, body)
const inbox = async (name: Name, query = '') => rowsOf(await api(name, 'GET', `notifications${query}`), 'notifications')
const unread = async (name: Name) => (await api(name, 'GET', 'announcements/inbox/state')).body.unread
const choose = async (name: Name, body: object) =>
  expect((await api(name, 'POST', 'announcements/settings', body)).status).toBe(200)
const file = async (subject = 'No sync') => {
  const filed = { subject, description: 'x', priority: 'LOW' }
  return String((await desk.call('uma', 'POST', '/issues?account=acme', filed)).body.key)
}
const comment = async (key: string, body: string, internal = '') =>
  expect((await desk.call('vera', 'POST', `/issues/comment${internal}?issueKey=${key}`, { body })).status).toBe(201)
const mailsTo = async (name: Name) =>
  (
    await sql<{
      text: string
    }>`select body_text as text from mail_outbox where recipient = ${`${name}@desk.example`}`.execute(desk.portal.db)
  ).rows.map(({ text }) => text)

test('a reply to a case stands in the inbox of its reporter, grouped with the others of the case, and is read once', async () => {
  const key = await file()
  await comment(key, 'Which firmware?')
  await comment(key, 'And since when?')
  await expect.poll(() => inbox('uma').then((rows) => rows[0]?.count)).toBe(2)
  const [row, ...others] = await inbox('uma')
  expect(others).toEqual([])
  expect(row).toMatchObject({
    group: 'cases',
    title: `[${key}] No sync`,
    text: `Vera Vendor commented on ${key}.\n\nAnd since when?`,
    unread: true,
    announcement: null,
  })
  expect(row!.link).toMatch(new RegExp(`^/acme/\\d+/support/customerCases\\?id=${key}&tab=activity$`))
  expect(await unread('uma')).toBe(1)
  expect(await inbox('uma', '?group=releases')).toEqual([])
  expect(await inbox('uma', '?unread=false')).toEqual([])
  // The one who wrote it is not notified, and no other user reads or marks it.
  expect(await inbox('vera')).toEqual([])
  expect((await api('ugo', 'POST', 'notifications/read', { id: row!.id })).body).toMatchObject({ read: 0 })
  expect((await api('uma', 'POST', 'notifications/read', { id: row!.id })).body).toEqual({ read: 2, unread: 0 })
  expect((await api('uma', 'POST', 'notifications/read', {})).body).toEqual({ read: 0, unread: 0 })
  expect(await inbox('uma', '?unread=true')).toEqual([])
  expect((await inbox('uma'))[0]).toMatchObject({ unread: false, count: 2 })
})

test('announcements and notifications are one list with one count, in the order of their times', async () => {
  const categoryId = rowsOf(await api('adam', 'GET', 'announcements/categories'), 'categories')[0]!.id
  const announcement = {
    title: 'Planned work',
    message: 'On **Sunday**.',
    type: 'info',
    deliveryMethod: 'BellAlert',
    categoryId,
    recipientsType: 'USERS',
    recipients: { usernames: ['uma@desk.example'] },
  }
  const key = await file('First')
  await comment(key, 'A reply')
  await expect.poll(() => inbox('uma')).toHaveLength(1)
  expect((await api('adam', 'POST', 'announcements', announcement)).status).toBe(201)
  await expect.poll(() => inbox('uma')).toHaveLength(2)
  const rows = await inbox('uma')
  expect(rows.map(({ title }) => title)).toEqual(['Planned work', `[${key}] First`])
  expect(rows[0]).toMatchObject({ group: 'announcements', text: 'On **Sunday**.', announcement: { type: 'info' } })
  expect(await unread('uma')).toBe(2)
  const page = await api('uma', 'GET', 'notifications?size=1&page=1')
  expect(rowsOf(page, 'notifications')).toEqual([rows[1]])
  expect(page.body.page).toMatchObject({ totalElements: 2 })
  expect((await api('uma', 'POST', 'notifications/read', { group: 'announcements' })).body).toEqual({
    read: 1,
    unread: 1,
  })
  expect((await api('uma', 'POST', 'notifications/read', {})).body).toEqual({ read: 1, unread: 0 })
})

test('what a user chose counts for each channel, and wrong choices are rejected at the field', async () => {
  await choose('uma', { groups: [{ group: 'cases', inbox: 'OFF', mail: 'AT_ONCE' }] })
  const key = await file()
  await comment(key, 'By mail alone')
  await expect.poll(() => mailsTo('uma')).toHaveLength(1)
  expect([await inbox('uma', '?group=cases'), await unread('uma')]).toEqual([[], 0])
  await choose('uma', { groups: [{ group: 'cases', inbox: 'ON', mail: 'OFF' }] })
  await comment(key, 'In the inbox alone')
  await expect.poll(() => inbox('uma', '?group=cases')).toHaveLength(1)
  expect(await mailsTo('uma')).toHaveLength(1)
  expect((await api('uma', 'GET', 'users/me/settings')).body.mailCases).toBe(false)
  const settings = (await api('uma', 'GET', 'announcements/settings')).body
  expect(settings.groups!.find(({ group }) => String(group) === 'cases')).toMatchObject({
    required: false,
    choices: { inbox: 'ON', mail: 'OFF', push: 'ON' },
  })
  // Customers are never on call.
  const names = settings.groups!.map(({ group }) => String(group))
  expect([names.includes('alerts'), names.includes('account')]).toEqual([false, true])
  for (const [groups, field] of [
    [[{ group: 'nothing', mail: 'OFF' }], 'groups.0.group'],
    [[{ group: 'account', mail: 'OFF' }], 'groups.0.group'],
    [[{ group: 'cases', mail: 'HOURLY' }], 'groups.0.mail'],
  ] as const) {
    const { status, body } = await api('uma', 'POST', 'announcements/settings', { groups })
    expect([status, body.fields![0]!.path]).toEqual([400, field])
  }
  await choose('uma', { groups: [{ group: 'cases', mail: 'AT_ONCE' }] })
})

test('an internal comment stands in the inbox of staff alone; who lost the account sees nothing of it', async () => {
  const key = await file()
  await desk.call('vera', 'POST', `/issues/watchers?issueKey=${key}`, { username: 'tom@desk.example' })
  await desk.call('vera', 'POST', `/issues/watchers?issueKey=${key}`, { username: 'ugo@desk.example' })
  await comment(key, 'Escalate it', '/internal')
  await comment(key, 'We look at it')
  await expect.poll(() => inbox('ugo').then(([row]) => String(row?.text))).toContain('We look at it')
  const { rows } = await sql<{ user: string }>`
    select distinct u.email as "user" from notifications n join users u on u.id = n.user_id where n.text like '%Escalate it%'`.execute(
    desk.portal.db,
  )
  expect(rows).toEqual([{ user: 'tom@desk.example' }])
  const { db } = desk.portal
  const grants = await db.deleteFrom('role_grants').where('user_id', '=', desk.ids.ugo).returningAll().execute()
  try {
    await expect.poll(() => inbox('ugo')).toEqual([])
    expect(await unread('ugo')).toBe(0)
  } finally {
    await db.insertInto('role_grants').values(grants).execute()
  }
})

describe('how a user is notified', () => {
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Tokyo')
  const minute = fc.option(fc.integer({ min: 0, max: 1439 }), { nil: null })
  const facts: fc.Arbitrary<RecipientFacts> = fc.record({
    userId: fc.constant(1),
    address: fc.constant('a@b.example'),
    active: fc.boolean(),
    blocking: fc.boolean(),
    hasBrowser: fc.boolean(),
    choices: fc.record({
      inbox: fc.constantFrom('ON', 'OFF'),
      mail: fc.constantFrom('AT_ONCE', 'DAILY', 'WEEKLY', 'OFF'),
      push: fc.constantFrom('ON', 'OFF'),
    }),
    hours: fc
      .record({
        zone,
        digestHour: fc.integer({ min: 0, max: 23 }),
        digestDay: fc.constantFrom('MO', 'FR'),
        from: minute,
        until: minute,
      })
      .map(({ from, until, ...hours }) =>
        from === null || until === null || from === until
          ? { ...hours, quietFrom: null, quietUntil: null }
          : { ...hours, quietFrom: from, quietUntil: until },
      ),
  })
  const group = (required: boolean): NotificationGroup => ({
    name: 'some',
    text: 'Some',
    note: '',
    ...(required ? { required: true } : {}),
  })
  const at = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) })

  test('nothing is sent before its time or to who wants none; what is urgent waits for nothing', () => {
    fc.assert(
      fc.property(facts, fc.boolean(), fc.boolean(), at, (one, required, urgent, now) => {
        const { inbox: listed, mail, push } = deliveryTo(one, { group: group(required), urgent }, now)
        if (!required && (one.blocking || !one.active)) {
          expect([listed, mail, push]).toEqual(['NONE', 'NONE', 'NONE'])
          return
        }
        expect(listed).toBe(required || one.choices.inbox === 'ON' ? 'NOW' : 'NONE')
        expect(mail === 'NONE').toBe(!required && one.choices.mail === 'OFF')
        expect(push === 'NONE').toBe(!one.hasBrowser || (!required && one.choices.push === 'OFF'))
        for (const outcome of [mail, push]) {
          if (required || urgent) expect(typeof outcome).toBe('string')
          if (typeof outcome === 'object') {
            const time = ('at' in outcome ? outcome.at : outcome.digestAt).getTime()
            expect(time).toBeGreaterThan(now)
            expect(time - now).toBeLessThanOrEqual(8 * 86_400_000)
          }
        }
      }),
    )
  })

  test('over the named channels alone', () => {
    fc.assert(
      fc.property(facts, fc.subarray(['inbox', 'mail', 'push'] as const), at, (one, channels, now) => {
        const {
          inbox: listed,
          mail,
          push,
        } = deliveryTo(one, { group: group(false), urgent: false, only: channels }, now)
        expect(listed !== 'NONE' && !channels.includes('inbox')).toBe(false)
        expect(mail !== 'NONE' && !channels.includes('mail')).toBe(false)
        expect(push !== 'NONE' && !channels.includes('push')).toBe(false)
      }),
    )
  })
})
