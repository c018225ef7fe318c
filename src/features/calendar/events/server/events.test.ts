import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { calendarFile, importCalendar } from '#test/calendar-files.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { readMaintenance } from './maintenance.ts'

let app: TestApp
let nordic: MadeAccount
let staff: TestUser
let user: TestUser
let stranger: TestUser
let maintenanceTag: string
let freezeTag: string
let deployment: string

beforeAll(async () => {
  app = await testApp()
  nordic = await makeAccount(app, 'nordic')
  staff = await userWith(app, 'HARMONIC_CSM')
  user = await userWith(app, 'USER', nordic)
  stranger = await userWith(app, 'USER', await makeAccount(app, 'zuider'))
  maintenanceTag = (await call('GET', 'tags')).body._embedded.tags[0].id
  freezeTag = (await call('POST', 'tags', { body: { name: 'Freeze', freeze: true } })).body.id
  deployment = String(
    (await app.portal.pool.query(`select id from deployments where account_id = $1`, [nordic.id])).rows[0].id,
  )
})
afterAll(() => app.close())

type Sent = { body?: object; as?: TestUser; version?: number }
type Event = { id: string; version: number; [member: string]: unknown }
async function call(method: string, path: string, { body, as = staff, version }: Sent = {}) {
  const headers = {
    ...as.headers,
    ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const response = await fetch(`${app.url}/api/plugins/calendar/${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
}
const plain = { subject: 'Upgrade', start: '2026-12-01T01:00:00', end: '2026-12-01T05:00:00' }
const create = async (body: object = {}, as = user): Promise<Event> => {
  const made = await call('POST', `events?accountId=${nordic.id}`, { body: { ...plain, ...body }, as })
  expect([made.status, made.body.fields]).toEqual([201, undefined])
  return made.body
}
const series = (rule: string, body: object = {}) => create({ recurrence: { rule }, ...body })
const change = (event: { id: string }, body: object, query = '', rest: Sent = {}) =>
  call('PATCH', `events/${event.id}?${query}`, { body, as: user, ...rest })
const startsOf = async (id: string) =>
  (await call('GET', `events/${id}/instances`, { as: user })).body._embedded.events.map(({ start }: Event) => start)
const day = (...days: string[]) => days.map((one) => `2026-12-${one}T01:00:00`)
const errorOf = async (body: object) => {
  const { status, body: response } = await call('POST', `events?accountId=${nordic.id}`, {
    body: { ...plain, ...body },
    as: user,
  })
  return [status, response.fields?.[0]?.path ?? response.code]
}

describe('an event', () => {
  test('is created in the zone of its account, read, changed and deleted', async () => {
    const made = await create({
      tags: [maintenanceTag],
      deployments: [deployment],
      attendees: [{ kind: 'USER', name: user.email }],
    })
    expect(made).toMatchObject({
      account: 'nordic',
      timeZone: 'Europe/Berlin',
      startTime: '2026-12-01T00:00:00.000Z',
      endTime: '2026-12-01T04:00:00.000Z',
      isAllDay: false,
      recurrence: null,
      seriesMasterId: null,
      deployments: [{ id: deployment, name: 'nordic-1' }],
      tags: [{ name: 'Maintenance' }],
      people: [{ email: user.email, side: 'CUSTOMER', answer: 'NEEDS-ACTION' }],
      myAnswer: 'NEEDS-ACTION',
      isEditable: true,
      sequence: 0,
      version: 1,
    })
    const after = await change(made, { subject: 'Upgrade 2', timeZone: 'US/Pacific', tags: [] }, '', { version: 1 })
    expect(after.body).toMatchObject({
      subject: 'Upgrade 2',
      startTime: '2026-12-01T09:00:00.000Z',
      tags: [],
      version: 2,
      sequence: 1,
    })
    expect((await change(made, { subject: 'Stale' }, '', { version: 1 })).status).toBe(412)
    expect((await call('GET', `events/${made.id}`, { as: user })).body).toEqual(after.body)
    expect((await call('DELETE', `events/${made.id}`, { as: user, version: 1 })).status).toBe(412)
    expect((await call('DELETE', `events/${made.id}`, { as: user, version: 2 })).status).toBe(204)
    expect((await call('GET', `events/${made.id}`, { as: user })).body.code).toBe('calendar-event-not-found')
  })

  test('of another account, or of the vendor alone, is not seen by customers', async () => {
    const own = await create({ subject: 'Zebra work' })
    const internal = (await call('POST', 'events', { body: { ...plain, subject: 'Zebra staff' } })).body
    for (const { id } of [own, internal]) {
      for (const path of [`events/${id}`, `events/${id}/ics`, `events/${id}/instances`])
        expect((await call('GET', path, { as: stranger })).status).toBe(404)
      expect((await change({ id }, { subject: 'Mine' }, '', { as: stranger })).status).toBe(404)
      expect((await call('DELETE', `events/${id}`, { as: stranger })).status).toBe(404)
    }
    const found = async (as: TestUser) =>
      (await call('GET', 'events?q=zebra', { as })).body._embedded.events.map(({ subject }: Event) => subject).sort()
    expect(await found(staff)).toEqual(['Zebra staff', 'Zebra work'])
    expect(await found(user)).toEqual(['Zebra work'])
    expect(await found(stranger)).toEqual([])
    expect((await call('POST', 'events', { body: plain, as: user })).status).toBe(403)
    expect((await call('POST', `events?accountId=${nordic.id}`, { body: plain, as: stranger })).status).toBe(404)
    const contractor = await userWith(app, 'CUST_CONTRACTOR', nordic)
    expect((await call('GET', `events/${own.id}`, { as: contractor })).body.isEditable).toBe(false)
    expect((await change(own, { subject: 'x' }, '', { as: contractor })).status).toBe(403)
  })

  test.each([
    [{ start: '2026-02-30T01:00:00' }, 'start'],
    [{ end: plain.start }, 'end'],
    [{ end: '2027-02-01T01:00:00' }, 'end'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ isAllDay: true }, 'start'],
    [{ subject: ' ' }, 'subject'],
    [{ recurrence: { rule: 'FREQ=SECONDLY' } }, 'recurrence.rule'],
    [{ recurrence: { rule: 'FREQ=DAILY;UNTIL=20261130T000000' } }, 'recurrence.rule'],
    [{ recurrence: { rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' } }, 'recurrence.rule'],
    [{ recurrence: { rule: 'FREQ=DAILY;INTERVAL=7;BYDAY=MO' } }, 'recurrence.rule'],
    [{ recurrence: { rule: 'FREQ=MONTHLY;BYSETPOS=-1' } }, 'recurrence.rule'],
    [{ start: '2204-02-29T01:00:00', end: '2204-02-29T02:00:00' }, 'start'],
    [
      {
        start: '2026-12-01T00:00:00',
        end: '2026-12-02T00:00:00',
        isAllDay: true,
        recurrence: { rule: 'FREQ=DAILY;UNTIL=20261224T230000Z' },
      },
      'recurrence.rule',
    ],
    [{ recurrence: { rule: 'FREQ=DAILY', exdates: ['2026-13-01T01:00:00'] } }, 'recurrence.exdates'],
    [{ tags: ['999999'] }, 'tags'],
    [{ deployments: ['999999'] }, 'deployments'],
    [{ attendees: [{ kind: 'USER', name: 'nobody@people.example' }] }, 'attendees'],
    [{ attendees: [{ kind: 'ADDRESS', name: 'nobody' }] }, 'attendees'],
    [{ attendees: [{ kind: 'SIDE', name: 'MOON' }] }, 'attendees'],
  ])('with %j is rejected at its field', async (body, path) => {
    const [status, field] = await errorOf(body)
    expect(status).toBe(400)
    expect(String(field).replace(/\.\d+$/, '')).toBe(path)
  })
})

describe('a series', () => {
  test('keeps its clock time over a change of the clock', async () => {
    const { id } = await series('FREQ=WEEKLY;COUNT=3', { start: '2026-10-18T01:00:00', end: '2026-10-18T02:00:00' })
    const { body } = await call('GET', `events/${id}/instances`, { as: user })
    expect(body._embedded.events.map(({ startTime }: Event) => startTime)).toEqual([
      '2026-10-17T23:00:00.000Z',
      '2026-10-24T23:00:00.000Z',
      '2026-11-01T00:00:00.000Z',
    ])
    expect(body.page.totalElements).toBe(3)
  })

  test('has the starts that its rule gives, near and years later, and is changed from one on', async () => {
    const last = await series('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=500', {
      start: '2026-12-04T01:00:00',
      end: '2026-12-04T02:00:00',
    })
    const range = 'events/instances/nordic?startTime=2034-12-01T00:00:00&endTime=2034-12-31T00:00:00'
    const listed = (await call('GET', range, { as: user })).body._embedded.events
    expect(listed.map(({ start }: Event) => start)).toEqual(
      ['01', '08', '15', '22', '29'].map((at) => `2034-12-${at}T01:00:00`),
    )
    const rest = await change(last, { location: 'Hub' }, 'scope=FOLLOWING&recurrenceId=2026-12-18T01:00:00')
    expect(rest.body.recurrence.rule).toContain('COUNT=498')
    expect(await startsOf(last.id)).toEqual(day('04', '11'))
    for (const { id } of [last, rest.body]) await call('DELETE', `events/${id}`, { as: user })
  })

  test('is changed in one instance, from one on, and whole', async () => {
    const made = await series('FREQ=DAILY;COUNT=6')
    const one = await change(
      made,
      { subject: 'Moved', start: '2026-12-02T22:00:00', end: '2026-12-02T23:00:00' },
      'scope=THIS&recurrenceId=2026-12-02T01:00:00',
    )
    expect(one.body).toMatchObject({ seriesMasterId: made.id, recurrenceId: '2026-12-02T01:00:00', subject: 'Moved' })
    expect(await startsOf(made.id)).toEqual([...day('01'), '2026-12-02T22:00:00', ...day('03', '04', '05', '06')])
    const rest = await change(
      made,
      { subject: 'Later', start: '2026-12-04T03:00:00', end: '2026-12-04T04:00:00' },
      'scope=FOLLOWING&recurrenceId=2026-12-04T01:00:00',
    )
    expect(rest.body.recurrence.rule).toBe('FREQ=DAILY;COUNT=3')
    expect(await startsOf(made.id)).toEqual([...day('01'), '2026-12-02T22:00:00', ...day('03')])
    expect(await startsOf(rest.body.id)).toEqual(['04', '05', '06'].map((at) => `2026-12-${at}T03:00:00`))
    await change(
      made,
      { start: '2026-12-04T02:00:00', end: '2026-12-04T06:00:00' },
      'scope=ALL&recurrenceId=2026-12-03T01:00:00',
    )
    expect(await startsOf(made.id)).toEqual(['2026-12-02T02:00:00', '2026-12-02T22:00:00', '2026-12-04T02:00:00'])
    const wrong = await change(made, { subject: 'x' }, 'scope=THIS&recurrenceId=2026-12-09T01:00:00')
    expect([wrong.status, wrong.body.code]).toEqual([404, 'calendar-instance-not-found'])
    expect((await change(made, { subject: 'x' }, 'scope=THIS')).body.fields[0].path).toBe('recurrenceId')
  })

  test('is deleted in one instance, from one on, and whole', async () => {
    const { id } = await series('FREQ=DAILY;COUNT=5')
    const remove = async (query: string) => (await call('DELETE', `events/${id}?${query}`, { as: user })).status
    expect(await remove('scope=THIS&recurrenceId=2026-12-02T01:00:00')).toBe(204)
    expect(await startsOf(id)).toEqual(day('01', '03', '04', '05'))
    expect(await remove('scope=FOLLOWING&recurrenceId=2026-12-04T01:00:00')).toBe(204)
    expect(await startsOf(id)).toEqual(day('01', '03'))
    expect(await remove('scope=THIS&recurrenceId=2026-12-01T01:00:00')).toBe(204)
    expect(await remove('scope=THIS&recurrenceId=2026-12-03T01:00:00')).toBe(204)
    expect((await call('GET', `events/${id}`, { as: user })).status).toBe(404)
  })
})

describe('a range', () => {
  test('holds what overlaps it, with tags, page by page', async () => {
    const body = { start: '2027-03-01T23:00:00', end: '2027-03-02T03:00:00', tags: [freezeTag] }
    await series('FREQ=DAILY;COUNT=10', body)
    await create({ start: '2027-03-05T00:00:00', end: '2027-03-06T00:00:00', isAllDay: true })
    const list = async (query: string, as = user) =>
      (
        await call(
          'GET',
          `events/instances/nordic?startTime=2027-03-04T00:00:00&endTime=2027-03-06T00:00:00&${query}`,
          { as },
        )
      ).body
    const all = await list('')
    expect(all._embedded.events.map(({ start }: Event) => start)).toEqual([
      '2027-03-03T23:00:00',
      '2027-03-04T23:00:00',
      '2027-03-05T00:00:00',
      '2027-03-05T23:00:00',
    ])
    expect((await list(`tags=${freezeTag}`)).page.totalElements).toBe(3)
    const second = await list('size=3&page=1')
    expect([second._embedded.events.length, second.page.totalElements, second.page.totalPages]).toEqual([1, 4, 2])
    expect((await list('', stranger)).code).toBe('account-not-found')
    const every = await call('GET', 'events/instances?startTime=2027-03-04T00:00:00Z&endTime=2027-03-06T00:00:00Z', {
      as: stranger,
    })
    expect(every.body._embedded.events).toEqual([])
    const long = await call('GET', 'events/instances/nordic?startTime=2027-01-01T00:00:00&endTime=2029-01-01T00:00:00')
    expect([long.status, long.body.code]).toEqual([400, 'calendar-range-too-long'])
  })

  test('of several accounts has those of the vendor alone for staff', async () => {
    const at = { start: '2028-05-01T01:00:00', end: '2028-05-01T02:00:00' }
    await create(at)
    await call('POST', 'events', { body: { ...plain, ...at, subject: 'Staff' } })
    const subjects = async (query: string) =>
      (
        await call('GET', `events/instances?startTime=2028-04-30T00:00:00&endTime=2028-05-02T00:00:00&${query}`)
      ).body._embedded.events.map(({ subject }: Event) => subject)
    expect((await subjects('')).sort()).toEqual(['Staff', 'Upgrade'])
    expect(await subjects('internal=false')).toEqual(['Upgrade'])
    expect(await subjects('accounts=zuider&internal=false')).toEqual([])
  })
})

test('an invited user responds; others get the problem calendar-not-invited', async () => {
  const { id } = await create({
    attendees: [
      { kind: 'USER', name: user.email },
      { kind: 'ADDRESS', name: 'noc@partner.example' },
    ],
  })
  const answer = (as: TestUser) => call('POST', `events/${id}/answer`, { body: { answer: 'ACCEPTED' }, as })
  expect((await answer(user)).body).toMatchObject({ myAnswer: 'ACCEPTED', people: [{}, {}] })
  expect((await answer(staff)).body.code).toBe('calendar-not-invited')
  expect((await answer(stranger)).status).toBe(404)
  const kept = await change({ id }, { subject: 'Renamed' })
  expect(kept.body.myAnswer).toBe('ACCEPTED')
})

test('the file of a series is read by a calendar program, with its changed instance and without injected lines', async () => {
  const made = await series('FREQ=WEEKLY;COUNT=4', {
    subject: 'Work, part 1; hub',
    description:
      'One\nATTENDEE:mailto:x@y.example\rATTENDEE:mailto:a@y.example\u2028ATTENDEE:mailto:b@y.example\x0bend',
  })
  await change(made, { location: 'Hub 2' }, 'scope=THIS&recurrenceId=2026-12-08T01:00:00')
  const { body, headers } = await call('GET', `events/${made.id}/ics`, { as: user })
  expect(headers.get('content-type')).toContain('text/calendar')
  expect(body).not.toMatch(/^ATTENDEE/m)
  for (const forbidden of ['\r', '\n', '\x0b', '\u2028']) expect(body.replaceAll('\r\n', '')).not.toContain(forbidden)
  const calendar = new ICAL.Component(ICAL.parse(body))
  const [master, changed] = calendar.getAllSubcomponents('vevent')
  expect(master!.getFirstPropertyValue('summary')).toBe('Work, part 1; hub')
  expect(String(master!.getFirstPropertyValue('rrule'))).toBe('FREQ=WEEKLY;COUNT=4')
  expect([changed!.getFirstPropertyValue('location'), String(changed!.getFirstPropertyValue('recurrence-id'))]).toEqual(
    ['Hub 2', '2026-12-08T01:00:00'],
  )
  const zone = calendar.getFirstSubcomponent('vtimezone')!
  expect(zone.getFirstPropertyValue('tzid')).toBe('Europe/Berlin')
  const berlin = new ICAL.Timezone(zone)
  const winter = ICAL.Time.fromDateTimeString('2026-12-01T01:00:00')
  const summer = ICAL.Time.fromDateTimeString('2027-07-01T01:00:00')
  expect([berlin.utcOffset(winter), berlin.utcOffset(summer)]).toEqual([3600, 7200])
})

test('a proposed event is compared with freezes and with work on the same deployment', async () => {
  const at = { start: '2029-01-10T01:00:00', end: '2029-01-10T05:00:00' }
  const work = await create({ ...at, tags: [maintenanceTag], deployments: [deployment] })
  await create({ start: '2029-01-12T00:00:00', end: '2029-01-13T00:00:00', isAllDay: true, tags: [freezeTag] })
  const proposed = {
    accountId: String(nordic.id),
    ...at,
    tags: [maintenanceTag],
    recurrence: { rule: 'FREQ=DAILY;COUNT=4' },
  }
  const clashes = async (more: object = {}) =>
    (await call('POST', 'events/clashes', { body: { ...proposed, ...more }, as: user })).body
  const found = await clashes({ deployments: [deployment] })
  expect(found.clashes.map(({ reason, starts, count }: Record<string, unknown>) => [reason, starts, count])).toEqual([
    ['SAME_DEPLOYMENT', ['2029-01-10T01:00:00'], 1],
    ['FREEZE', ['2029-01-12T01:00:00'], 1],
  ])
  expect(found.instances).toBe(4)
  expect((await clashes()).clashes[0].reason).toBe('SAME_ACCOUNT')
  expect((await clashes({ objects: ['RPD-1'] })).clashes.map(({ reason }: Event) => reason)).toEqual(['FREEZE'])
  expect((await clashes({ eventId: work.id })).clashes.map(({ reason }: Event) => reason)).toEqual(['FREEZE'])
  expect((await clashes({ tags: [] })).clashes).toEqual([])
})

test('work of the calendar holds its objects, its deployments, or the whole account, but not when it is cancelled', async () => {
  const minute = (text: string) => Date.parse(text) / 60_000
  const range = { accountId: nordic.id, from: minute('2030-01-01T00:00:00Z'), to: minute('2030-01-05T00:00:00Z') }
  const at = (hour: string) => ({
    start: `2030-01-0${hour}:00:00`,
    end: `2030-01-0${hour}:30:00`,
    timeZone: 'UTC',
    tags: [maintenanceTag],
  })
  const details = { id: 'C-1', impact: 'OUTAGE', status: 'CONFIRMED', objects: ['RPD-7'] }
  await create({ ...at('1T10'), maintenance: details })
  await create({ ...at('2T10') })
  await create({ ...at('3T10'), maintenance: { ...details, status: 'CANCELLED' } })
  await create({ ...at('4T10'), tags: [] })
  const held = await readMaintenance(app.portal.db, range)
  const at10 = (date: number, objects: string[]) => held(objects, minute(`2030-01-0${date}T10:10:00Z`))
  expect([at10(1, ['RPD-7']), at10(1, ['RPD-8']), at10(2, ['RPD-8']), at10(3, ['RPD-7']), at10(4, ['RPD-7'])]).toEqual([
    true,
    false,
    true,
    false,
    false,
  ])
  expect([held(['RPD-7'], minute('2030-01-01T10:30:00Z')), held(['RPD-7'], minute('2030-01-01T10:29:00Z'))]).toEqual([
    false,
    true,
  ])
})

describe('files and imports', () => {
  const importFile = (text: string, query = '', as = user) =>
    importCalendar(app.url, as, { accountId: nordic.id, text, query })
  const weekly = [
    'UID:weekly@example',
    'SUMMARY:Window',
    'DTSTART;TZID=W. Europe Standard Time:20310105T010000',
    'DTEND;TZID=W. Europe Standard Time:20310105T050000',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'CATEGORIES:maintenance,Unknown',
  ]
  const changed = [
    'UID:weekly@example',
    'SUMMARY:Late window',
    'RECURRENCE-ID;TZID=Europe/Berlin:20310112T010000',
    'DTSTART:20310112T020000Z',
    'DTEND:20310112T030000Z',
  ]

  test('a file is imported once, a newer one updates, and what is skipped is named', async () => {
    const bad = ['UID:bad@example', 'SUMMARY:Bad', 'DTSTART:20310101T010000Z', 'RRULE:FREQ=SECONDLY']
    const text = calendarFile(changed, weekly, bad)
    const count = async () =>
      (await app.portal.pool.query(`select count(*)::int as n from calendar_events where uid = 'weekly@example'`))
        .rows[0].n
    const expected = {
      created: 2,
      updated: 0,
      skipped: [{ uid: 'bad@example', subject: 'Bad', reason: expect.stringContaining('must repeat') }],
      notes: [{ uid: 'weekly@example', subject: 'Window', note: expect.stringContaining('Unknown') }],
    }
    expect((await importFile(text, '&dryRun=true')).body).toEqual(expected)
    expect(await count()).toBe(0)
    expect((await importFile(text)).body).toEqual(expected)
    expect((await importFile(text)).body).toMatchObject({ created: 0, updated: 0, skipped: [{}, {}, {}] })
    expect((await importFile(calendarFile([...weekly, 'SEQUENCE:1'], changed))).body).toMatchObject({
      created: 0,
      updated: 1,
    })
    expect(await count()).toBe(2)
    const found = (await call('GET', 'events?q=window', { as: user })).body._embedded.events[0]
    expect([found.timeZone, found.tags[0].name]).toEqual(['Europe/Berlin', 'Maintenance'])
    expect(await startsOf(found.id)).toEqual(['2031-01-05T01:00:00', '2031-01-12T02:00:00', '2031-01-19T01:00:00'])
    expect((await importFile('hello')).body.code).toBe('calendar-import-unreadable')
    expect((await importFile(calendarFile())).body.code).toBe('calendar-import-unreadable')
    expect((await importFile(text, '', stranger)).status).toBe(404)
  })

  test('what is downloaded is imported into another account as it was', async () => {
    const made = await series('FREQ=MONTHLY;BYDAY=2TU;UNTIL=20320601T010000', {
      start: '2032-01-13T01:00:00',
      end: '2032-01-13T05:00:00',
    })
    const text = String((await call('GET', `events/${made.id}/ics`)).body)
    const other = (await app.portal.pool.query(`select id from accounts where name = 'zuider'`)).rows[0].id
    const response = await fetch(`${app.url}/api/plugins/calendar/import?accountId=${other}`, {
      method: 'POST',
      headers: { ...staff.headers, 'content-type': 'text/calendar' },
      body: text,
    })
    expect(await response.json()).toEqual({ created: 1, updated: 0, skipped: [], notes: [] })
    const copy = (await call('GET', 'events?account=zuider')).body._embedded.events[0]
    expect(await startsOfStaff(copy.id)).toEqual(await startsOf(made.id))
  })
  const startsOfStaff = async (id: string) =>
    (await call('GET', `events/${id}/instances`)).body._embedded.events.map(({ start }: Event) => start)

  test('a file is added to an event, downloaded and deleted; others do not get it', async () => {
    const { id } = await create()
    const form = new FormData()
    form.append('file', new Blob(['plan'], { type: 'text/plain' }), 'plan.txt')
    const url = `${app.url}/api/plugins/calendar/events/${id}/attachments`
    const added = await fetch(url, { method: 'POST', headers: user.headers, body: form })
    const made = (await added.json()) as { id: string; filename: string; size: number }
    expect([added.status, made.filename, made.size]).toEqual([201, 'plan.txt', 4])
    expect(await (await fetch(`${url}/${made.id}`, { headers: user.headers })).text()).toBe('plan')
    expect((await fetch(`${url}/${made.id}`, { headers: stranger.headers })).status).toBe(404)
    expect((await call('GET', `events/${id}`, { as: user })).body.attachments).toMatchObject([{ id: made.id }])
    const listed = await call('GET', `events/${id}/attachments`, { as: user })
    expect([listed.status, listed.body._embedded.attachments]).toMatchObject([200, [{ id: made.id }]])
    expect((await call('GET', `events/${id}/attachments`, { as: stranger })).status).toBe(404)
    expect((await call('DELETE', `events/${id}/attachments/${made.id}`, { as: stranger })).status).toBe(404)
    expect((await call('DELETE', `events/${id}/attachments/${made.id}`, { as: user })).status).toBe(204)
    expect((await call('DELETE', `events/${id}/attachments/${made.id}`, { as: user })).body.code).toBe(
      'calendar-file-not-found',
    )
  })
})

test('each invited user gets one mail per change, on the selected sides; the user who makes the change gets none', async () => {
  const colleague = await userWith(app, 'USER', nordic)
  const attendees = [user, colleague, staff].map(({ email }) => ({ kind: 'USER', name: email }))
  const at = { start: '2033-01-01T01:00:00', end: '2033-01-01T02:00:00' }
  const mails = async () => {
    const { rows } = await app.portal.pool.query(
      `delete from mail_outbox where calendar_method is not null returning recipient, subject, calendar_method as method, calendar_text as text`,
    )
    return rows.sort((a, b) => String(a.recipient).localeCompare(b.recipient))
  }
  await mails()
  const made = await create({ ...at, attendees })
  const first = await mails()
  expect(first.map(({ recipient, method, subject }) => [recipient, method, subject])).toEqual(
    [colleague.email, staff.email].sort().map((email) => [email, 'REQUEST', 'Invitation: Upgrade']),
  )
  for (const { text, recipient } of first) {
    expect(text).toContain('METHOD:REQUEST')
    expect(text.replaceAll('\r\n ', '')).toContain(`mailto:${recipient}`)
    expect(text).toContain('SEQUENCE:0')
  }
  await change(made, { location: 'Hub' }, 'suppressCustomerMailNotification=true')
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([staff.email])
  await change(made, { attendees: attendees.slice(0, 2) }, 'suppressHarmonicMailNotification=true')
  // Who stays learns nothing of who leaves.
  expect(await mails()).toEqual([])
  await change(made, { attendees: attendees.slice(0, 1) })
  expect((await mails()).map(({ recipient, method }) => [recipient, method])).toEqual([[colleague.email, 'CANCEL']])
  // A reminder, a tag and a deployment are not in the invitation.
  const { sequence } = (await call('GET', `events/${made.id}`, { as: user })).body
  const quiet = await change(made, { notification: [30], tags: [maintenanceTag], deployments: [deployment] })
  expect([await mails(), quiet.body.sequence]).toEqual([[], sequence])
  await change(made, { attendees })
  const again = await mails()
  expect(again.map(({ recipient, subject }) => [recipient, subject])).toEqual(
    [colleague.email, staff.email].sort().map((email) => [email, 'Invitation: Upgrade']),
  )
  // Later than the withdrawal, so that calendar programs take it.
  expect(again.every(({ text }) => text.includes(`SEQUENCE:${sequence}`))).toBe(true)
  expect(sequence).toBeGreaterThan(1)
  await call('DELETE', `events/${made.id}`, { as: user })
  const last = await mails()
  expect(last.map(({ method }) => method)).toEqual(['CANCEL', 'CANCEL'])
  expect(last.every(({ text }) => text.includes('STATUS:CANCELLED'))).toBe(true)
})

test('a change reaches each changed instance in what it has from its series, and its people by its own mail', async () => {
  const [guest, extra] = [await userWith(app, 'USER', nordic), await userWith(app, 'USER', nordic)]
  const invite = (...people: TestUser[]) => people.map(({ email }) => ({ kind: 'USER', name: email }))
  const at = { start: '2034-03-06T10:00:00', end: '2034-03-06T11:00:00', attendees: invite(guest) }
  const made = await series('FREQ=DAILY;COUNT=6', at)
  const mails = async () => {
    const { rows } = await app.portal.pool.query(
      `delete from mail_outbox where calendar_method is not null returning recipient, calendar_method as method, calendar_text as text`,
    )
    const line = (text: string, name: string) => new RegExp(`^${name}[;:].*?([^:]*)\r$`, 'm').exec(text)?.[1] ?? null
    return rows
      .map(({ recipient, method, text }) => {
        const event = text.slice(text.indexOf('BEGIN:VEVENT'), text.indexOf('END:VEVENT'))
        return [recipient, method, line(event, 'RECURRENCE-ID'), Number(line(event, 'SEQUENCE'))]
      })
      .sort((a, b) => String(a[0]).localeCompare(b[0]))
  }
  const move = (day: string, hour: number) => ({
    start: `2034-03-${day}T${hour}:00:00`,
    end: `2034-03-${day}T${hour + 1}:00:00`,
  })
  await change(made, move('06', 12), 'scope=ALL')
  await mails()
  const one = 'scope=THIS&recurrenceId=2034-03-08T12:00:00'
  await change(made, move('08', 15), one)
  expect(await mails()).toEqual([[guest.email, 'REQUEST', '20340308T120000', 2]])
  // An instance has a guest of its own, and later the guest of the series no more: the series is not withdrawn.
  await change(made, { attendees: invite(guest, extra) }, one)
  expect(await mails()).toEqual([[extra.email, 'REQUEST', '20340308T120000', 2]])
  await change(made, { attendees: invite(extra) }, one)
  expect(await mails()).toEqual([[guest.email, 'CANCEL', '20340308T120000', 3]])
  await change(made, { location: 'Hub 9' }, 'scope=THIS&recurrenceId=2034-03-09T12:00:00')
  await mails()
  // All events: the place stays at one instance, the moved time at another; subject and time are those of the series.
  await change(made, { subject: 'Renamed', ...move('06', 13) }, 'scope=ALL')
  const [[recipient, method, none, sequence] = []] = await mails()
  expect([recipient, method, none]).toEqual([guest.email, 'REQUEST', null])
  const listed = (await call('GET', `events/${made.id}/instances`, { as: user })).body._embedded.events
  expect(listed.map(({ start, subject, location }: Event) => `${start} ${subject} ${location}`)).toEqual(
    ['06T13', '07T13', '08T15', '09T13', '10T13', '11T13'].map(
      (hour) => `2034-03-${hour}:00:00 Renamed ${hour === '09T13' ? 'Hub 9' : ''}`,
    ),
  )
  const { rows } = await app.portal.pool.query(
    'select min(sequence) as least from calendar_events where series_id = $1',
    [made.id],
  )
  expect(rows[0].least).toBeGreaterThanOrEqual(Number(sequence))
  // Moved into another zone, and to whole days: the instance is still named as the series has it.
  await change(made, { ...move('10', 10), timeZone: 'America/New_York' }, 'scope=THIS&recurrenceId=2034-03-10T13:00:00')
  const days = { start: '2034-03-11T00:00:00', end: '2034-03-12T00:00:00', isAllDay: true }
  await change(made, days, 'scope=THIS&recurrenceId=2034-03-11T13:00:00')
  const text = String((await call('GET', `events/${made.id}/ics`, { as: user })).body)
  for (const day of ['08', '09', '10', '11'])
    expect(text).toContain(`RECURRENCE-ID;TZID=Europe/Berlin:203403${day}T130000\r\n`)
  await mails()
  // The guest of the instance alone learns that it is gone.
  await call('DELETE', `events/${made.id}?scope=THIS&recurrenceId=2034-03-08T13:00:00`, { as: user })
  expect((await mails()).map(([email, kind, start]) => [email, kind, start])).toEqual(
    [
      [extra.email, 'CANCEL', '20340308T130000'],
      [guest.email, 'REQUEST', null],
    ].sort((a, b) => String(a[0]).localeCompare(String(b[0]))),
  )
})
