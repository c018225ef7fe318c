import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { type Mailbox, openMailbox } from '#test/mailbox.ts'
import { confirmedFor, deliverReply, freePort, replySettings } from '#test/reply-app.ts'
import { remindAttendees } from './remind-attendees.ts'

let app: TestApp
let mailbox: Mailbox
let nordic: MadeAccount
let user: TestUser
let guest: TestUser
let port: number

beforeAll(async () => {
  mailbox = await openMailbox()
  port = await freePort()
  app = await testApp({ env: replySettings(mailbox, port) })
  nordic = await makeAccount(app, 'nordic')
  user = await userWith(app, 'USER', nordic)
  guest = await userWith(app, 'USER', nordic)
})
afterAll(async () => {
  await app.close()
  mailbox.close()
})

async function call(method: string, path: string, { body, as = user }: { body?: object; as?: TestUser } = {}) {
  const headers = { ...as.headers, ...(body ? { 'content-type': 'application/json' } : {}) }
  const sent = body ? { body: JSON.stringify(body) } : {}
  const response = await fetch(`${app.url}/api/plugins/calendar/${path}`, { method, headers, ...sent })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}
const create = async (body: object) => {
  const plain = { start: '2030-06-04T01:00:00', end: '2030-06-04T05:00:00', timeZone: 'Europe/Berlin' }
  const made = await call('POST', `events?accountId=${nordic.id}`, { body: { ...plain, ...body } })
  expect([made.status, made.body.fields]).toEqual([201, undefined])
  return made.body
}
const subjects = async (address: string, count: number) =>
  (await mailbox.mailsTo(address, count)).map(({ subject }) => subject)

test('an invitation reaches calendar programs, as do its change and its withdrawal', async () => {
  const attendees = [
    { kind: 'USER', name: guest.email },
    { kind: 'ADDRESS', name: 'field@elsewhere.example' },
  ]
  const event = await create({ subject: 'Node split', location: 'Hub 7', attendees })
  const [mail] = await mailbox.mailsTo('field@elsewhere.example')
  expect([mail!.subject, mail!.text]).toEqual(['Invitation: Node split', expect.stringContaining('Where: Hub 7')])
  expect(mail!.text).toContain(`/nordic/${nordic.id}/calendar/event/${event.id}`)
  // Strangers read who wrote to them, in the list of their mails and in the mail.
  expect(mail!.from).toEqual({ name: `User With USER via Headend`, address: expect.stringContaining('@') })
  expect(mail!.text).toContain(`User With USER invites you.`)
  const part = mail!.attachments.find(({ mimeType }) => mimeType === 'text/calendar')!
  expect(part.method).toBe('REQUEST')
  const text = typeof part.content === 'string' ? part.content : Buffer.from(part.content as ArrayBuffer).toString()
  const calendar = new ICAL.Component(ICAL.parse(text))
  const read = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
  expect([read.summary, read.uid, read.sequence, read.startDate.toString()]).toEqual([
    'Node split',
    event.uid,
    0,
    '2030-06-04T01:00:00',
  ])
  await call('PATCH', `events/${event.id}`, { body: { start: '2030-06-04T02:00:00' } })
  await call('DELETE', `events/${event.id}`)
  const all = ['Invitation: Node split', 'Changed: Node split', 'Cancelled: Node split']
  expect(await subjects('field@elsewhere.example', 3)).toEqual(all)
  expect(await subjects(guest.email, 3)).toEqual(all)
  const cancelled = (await mailbox.mailsTo(guest.email, 3))[2]!.attachments[0]!
  expect(cancelled.method).toBe('CANCEL')
  // The user who made the change is not mailed.
  expect(mailbox.received.filter(({ to }) => to?.[0]?.address === user.email)).toEqual([])
})

test('the file of an invitation is written once, however many are invited, and each gets it with their own name', async () => {
  const written = vi.spyOn(ICAL.Component.prototype, 'toString')
  const names = Array.from({ length: 30 }, (_, index) => `many-${index}@elsewhere.example`)
  await create({
    subject: 'Ring closed',
    timeZone: 'America/Havana',
    notification: [60],
    recurrence: { rule: 'FREQ=DAILY', exdates: ['2030-06-05T01:00:00'], rdates: ['2030-06-05T02:00:00'] },
    attendees: names.map((name) => ({ kind: 'ADDRESS', name })),
  })
  // The zone and the event.
  expect(written.mock.calls.length).toBeLessThanOrEqual(2)
  written.mockRestore()
  const { rows } = await app.portal.pool.query(
    `select recipient, calendar_text as text from mail_outbox where recipient like 'many-%' order by id`,
  )
  expect(rows).toHaveLength(30)
  for (const { recipient, text } of rows) {
    const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')!
    expect(event.getAllProperties('attendee').map((one) => one.getFirstValue())).toEqual([`mailto:${recipient}`])
    expect([event.getFirstProperty('exdate')!.toICALString(), event.getFirstProperty('rdate')!.toICALString()]).toEqual(
      ['EXDATE;TZID=America/Havana:20300605T010000', 'RDATE;TZID=America/Havana:20300605T020000'],
    )
    // Alarms come after the properties (RFC 5545 §3.6.1).
    expect(text.indexOf('ATTENDEE')).toBeLessThan(text.indexOf('BEGIN:VALARM'))
  }
})

test('each reminder is mailed once, not to those who declined', async () => {
  const rule = { rule: 'FREQ=WEEKLY;COUNT=3' }
  const invited = [{ kind: 'USER', name: guest.email }]
  const event = await create({ subject: 'Backup', notification: [30], recurrence: rule, attendees: invited })
  const reminders = async () => {
    const { rows } = await app.portal.pool.query(
      `select recipient, body_text from mail_outbox where key like 'event.begins-soon ${event.id} %' order by id`,
    )
    return rows.map(({ recipient, body_text }) => `${recipient} ${/When: [^,]+, (\d+ \w+)/.exec(body_text)?.[1]}`)
  }
  const remind = (at: string) => remindAttendees(app.portal, Date.parse(at))
  await remind('2030-06-03T22:29:00Z')
  expect(await reminders()).toEqual([])
  await Promise.all([remind('2030-06-03T22:30:00Z'), remind('2030-06-03T22:30:10Z')])
  await remind('2030-06-03T22:31:00Z')
  const first = [guest.email, user.email].sort().map((email) => `${email} 4 Jun`)
  expect((await reminders()).sort()).toEqual(first)
  expect((await call('POST', `events/${event.id}/answer`, { body: { answer: 'DECLINED' }, as: guest })).status).toBe(
    200,
  )
  // The second instance was moved: it has a reminder of its own.
  const moved = { start: '2030-06-12T01:00:00', end: '2030-06-12T02:00:00' }
  const changed = await call('PATCH', `events/${event.id}?scope=THIS&recurrenceId=2030-06-11T01:00:00`, { body: moved })
  expect(changed.status).toBe(200)
  await remind('2030-06-10T22:30:00Z')
  expect((await reminders()).length).toBe(2)
  // After a standstill of many hours what is late is left out, and the series goes on.
  await remind('2030-06-12T12:00:00Z')
  await remind('2030-06-17T22:30:00Z')
  expect((await reminders()).slice(2)).toEqual([`${user.email} 18 Jun`])
  await remind('2030-07-17T22:30:00Z')
  const { rows } = await app.portal.pool.query('select next_reminder_at as at from calendar_events where id = $1', [
    event.id,
  ])
  expect(rows).toEqual([{ at: null }])
})

test('a user has a limited number of strangers mailed in a day; an event beyond it is rejected as a whole', async () => {
  const eager = await userWith(app, 'USER', nordic)
  const event = (round: number) => ({
    ...{ subject: `Round ${round}`, start: '2030-06-04T01:00:00', end: '2030-06-04T05:00:00', timeZone: 'UTC' },
    attendees: Array.from({ length: 160 }, (_, index) => ({ kind: 'ADDRESS', name: `s${round}-${index}@far.example` })),
  })
  const post = (round: number) => call('POST', `events?accountId=${nordic.id}`, { body: event(round), as: eager })
  expect((await post(1)).status).toBe(201)
  expect((await post(2)).body).toMatchObject({ status: 429, code: 'too-many-requests' })
  const { rows } = await app.portal.pool.query(
    `select count(*)::int as count from mail_outbox where recipient like 's2-%'`,
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('the answer that a calendar program mails to the organizer is the response of its sender, to a series or an instance', async () => {
  const outside = 'crew@elsewhere.example'
  const attendees = [
    { kind: 'USER', name: guest.email },
    { kind: 'ADDRESS', name: outside },
  ]
  const recurrence = { rule: 'FREQ=DAILY;COUNT=3' }
  const made = await create({ subject: 'Shift', attendees, recurrence })
  const [mail] = await mailbox.mailsTo(outside, 1)
  const { content } = mail!.attachments.find(({ mimeType }) => mimeType === 'text/calendar')!
  const invitation = typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString()
  const [, to = ''] = /^ORGANIZER:mailto:(\S+)$/m.exec(invitation.replaceAll('\r\n ', '').replaceAll('\r', '')) ?? []
  expect(to).toMatch(/^support\+[\w-]+@desk\.example$/)
  expect(invitation).toContain('RSVP=TRUE')
  type Answer = { from: string; status: string; more?: string[]; method?: string; results?: string | null; at?: string }
  const answer = ({
    from,
    status,
    more = [],
    method = 'REPLY',
    at = to,
    results = confirmedFor(from.split('@')[1]!),
  }: Answer) => {
    const lines = [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', `METHOD:${method}`, 'BEGIN:VEVENT', `UID:${made.uid}`, ...more],
      ...[`ATTENDEE;CN="Crew, night";PARTSTAT=${status}:MAILTO:${from}`, 'END:VEVENT', 'END:VCALENDAR', ''],
    ]
    // Programs of calendars say that they are programs.
    const headers = { 'Auto-Submitted': 'auto-generated' }
    const icalEvent = { method, content: lines.join('\r\n') }
    return deliverReply(port, { from, to: at, subject: 'Accepted: Shift', text: 'Yes', icalEvent, headers }, results)
  }
  const responses = async (id: string) =>
    Object.fromEntries(
      (await call('GET', `events/${id}`)).body.people.map((one: Record<string, string>) => [one.email, one.answer]),
    )
  await answer({ from: outside, status: 'ACCEPTED' })
  expect(await responses(made.id)).toEqual({ [outside]: 'ACCEPTED', [guest.email]: 'NEEDS-ACTION' })
  await answer({ from: guest.email, status: 'TENTATIVE' })
  expect(await responses(made.id)).toEqual({ [outside]: 'ACCEPTED', [guest.email]: 'TENTATIVE' })
  // One instance alone, named in another zone than that of the series.
  await answer({ from: outside, status: 'DECLINED', more: ['RECURRENCE-ID:20300604T230000Z'] })
  const { changedInstances } = (await call('GET', `events/${made.id}`)).body
  expect(changedInstances).toEqual(['2030-06-05T01:00:00'])
  expect(await responses(made.id)).toEqual({ [outside]: 'ACCEPTED', [guest.email]: 'TENTATIVE' })
  const listed = (await call('GET', `events/${made.id}/instances`)).body._embedded.events
  const instance = listed.find(({ recurrenceId }: Record<string, string>) => recurrenceId === changedInstances[0])
  expect(await responses(instance.id)).toEqual({ [outside]: 'DECLINED', [guest.email]: 'TENTATIVE' })
  // No user answers for another, without the word of the relay, to an address that was not mailed, or by another method.
  await answer({ from: 'stranger@elsewhere.example', status: 'DECLINED' })
  await answer({ from: outside, status: 'DECLINED', results: null })
  await answer({ from: outside, status: 'DECLINED', at: to.replace(/-\w{4}/, '-0000') })
  await answer({ from: outside, status: 'DECLINED', method: 'COUNTER' })
  expect(await responses(made.id)).toEqual({ [outside]: 'ACCEPTED', [guest.email]: 'TENTATIVE' })
  // Every mail stays readable for staff, as what it says beside the answer is stored nowhere else.
  const { rows } = await app.portal.pool.query(
    `select reason, o.text from received_mails m left join mail_originals o on o.id = m.original_id order by m.id`,
  )
  expect(rows.map(({ reason, text }) => [reason, text])).toEqual([
    ...[1, 2, 3].map(() => [null, 'Yes']),
    ['OTHER_SENDER', 'Yes'],
    ['NOT_AUTHENTICATED', null],
    ['AUTOMATIC', null],
    ['EMPTY', 'Yes'],
  ])
  expect(mailbox.received.filter(({ subject }) => subject?.startsWith('Your reply'))).toEqual([])
  // The next invitation says what was answered.
  await call('PATCH', `events/${made.id}`, { body: { location: 'Hub 3' } })
  const again = (await mailbox.mailsTo(outside, 2))[1]!.attachments[0]!.content
  const text = typeof again === 'string' ? again : Buffer.from(again as ArrayBuffer).toString()
  expect(text).toContain('PARTSTAT=ACCEPTED')
})
