import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#test/app.ts'
import { calendarFile, importCalendar } from '#test/calendar-files.ts'
import { type MadeAccount, makeAccount, type TestUser, userWith } from '#test/factories.ts'

let app: TestApp
let nordic: MadeAccount
let user: TestUser
let deployment: string
/** One user may import twenty files a minute. */
let importers: TestUser[]

beforeAll(async () => {
  app = await testApp()
  nordic = await makeAccount(app, 'nordic')
  user = await userWith(app, 'USER', nordic)
  importers = [user, await userWith(app, 'USER', nordic), await userWith(app, 'MANAGER', nordic)]
  deployment = String(
    (await app.portal.pool.query(`select id from deployments where account_id = $1`, [nordic.id])).rows[0].id,
  )
})
afterAll(() => app.close())

async function call(method: string, path: string, body?: object) {
  const headers = { ...user.headers, ...(body ? { 'content-type': 'application/json' } : {}) }
  const sent = body ? { body: JSON.stringify(body) } : {}
  const response = await fetch(`${app.url}/api/plugins/calendar/${path}`, { method, headers, ...sent })
  return { status: response.status, body: await response.json() }
}
type Event = { [member: string]: unknown }
const startsOf = async (id: string) =>
  (await call('GET', `events/${id}/instances`)).body._embedded.events.map(({ start }: Event) => start)
async function importFile(text: string, query = '') {
  const as = importers[0]!
  importers.push(importers.shift()!)
  return importCalendar(app.url, as, { accountId: nordic.id, text, query })
}
const named = (uid: string) => async () => {
  const { rows } = await app.portal.pool.query(
    `select id from calendar_events where account_id = $1 and uid = $2 and series_id is null`,
    [nordic.id, `${uid}@example`],
  )
  return rows.length === 0 ? [] : startsOf(String(rows[0].id))
}
const event = (uid: string, ...lines: string[]) => [`UID:${uid}@example`, `SUMMARY:${uid}`, ...lines]
const zone = (tzid: string, ...observances: string[][]) => [
  'BEGIN:VTIMEZONE',
  `TZID:${tzid}`,
  ...observances.flatMap(([name = '', ...lines]) => [`BEGIN:${name}`, ...lines, `END:${name}`]),
  'END:VTIMEZONE',
]
const observance = (name: string, start: string, offsets: string, rule?: string) => [
  name,
  `DTSTART:${start}`,
  ...(rule ? [`RRULE:FREQ=YEARLY;${rule}`] : []),
  `TZOFFSETFROM:${offsets.slice(0, 5)}`,
  `TZOFFSETTO:${offsets.slice(5)}`,
]
const withZone = (lines: string[], ...events: string[][]) =>
  calendarFile(...events).replace('VERSION:2.0', ['VERSION:2.0', ...lines].join('\r\n'))
const winter = (zoneOf: string, start = '16011028T030000', rule = 'BYDAY=-1SU;BYMONTH=10') =>
  observance('STANDARD', start, zoneOf, rule)
const summer = (zoneOf: string, start = '16010325T020000', rule = 'BYDAY=-1SU;BYMONTH=3') =>
  observance('DAYLIGHT', start, zoneOf, rule)

test.each([
  // Europe, named in words; the clock changes between the two events.
  ['Mitteleuropäische Zeit (Büro)', [winter('+0200+0100'), summer('+0100+0200')], ['08', '07'], 'Europe/Berlin'],
  ['/vendor.example/20270101_2/America/Denver', [], ['16', '15'], 'America/Denver'],
  // New York with names of its own, RDATE instead of a rule, and no name of the database.
  [
    'Plant clock',
    [
      ['STANDARD', 'DTSTART:20261101T020000', 'TZOFFSETFROM:-0400', 'TZOFFSETTO:-0500', 'RDATE:20271107T020000'],
      ['DAYLIGHT', 'DTSTART:20270314T020000', 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400'],
    ],
    ['14', '13'],
    null,
  ],
  ['UTC+09:15', [observance('STANDARD', '19700101T000000', '+0915+0915')], ['23', '23'], null],
  // A zone of Windows that the file defines without its change of the clock.
  ['W. Europe Standard Time', [observance('STANDARD', '16010101T000000', '+0100+0100')], ['08', '08'], null],
] as [string, string[][], [string, string], string | null][])(
  'the zone %s of a file is the one that the file means',
  async (tzid, observances, [before, after], expected) => {
    const uid = `zone-${tzid.replaceAll(/[^a-z0-9]/gi, '')}`
    const lines = observances.length > 0 ? zone(tzid, ...observances) : []
    const at = (name: string, date: string) => `${name};TZID="${tzid}":${date}T090000`
    const weekly = event(uid, at('DTSTART', '20270302'), 'DURATION:PT2H', 'RRULE:FREQ=WEEKLY;COUNT=5')
    const text = withZone(lines, [...weekly, at('EXDATE', '20270316')])
    expect((await importFile(text)).body).toMatchObject({ created: 1, skipped: [] })
    const { rows } = await app.portal.pool.query(`select id, time_zone as zone from calendar_events where uid = $1`, [
      `${uid}@example`,
    ])
    const { events } = (await call('GET', `events/${rows[0].id}/instances`)).body._embedded
    const instants = events.map(({ startTime }: Event) => String(startTime).slice(5, 13))
    const day = before === '23' ? ['01', '08', '22', '29'] : ['02', '09', '23', '30']
    const changed =
      expected === 'Europe/Berlin' || tzid.startsWith('W.')
        ? [before, before, before, after]
        : [before, before, after, after]
    expect(instants).toEqual(day.map((one, index) => `03-${one}T${changed[index]}`))
    if (expected) expect(rows[0].zone).toBe(expected)
  },
)

test('an unknown zone, and a time, an end or a rule that cannot be read, cost their event alone', async () => {
  const at = 'DTSTART:20320302T090000Z'
  const { body } = await importFile(
    calendarFile(
      event('zoneless', 'DTSTART;TZID=Plant 7:20320302T090000'),
      event('hyphens', 'DTSTART:2032-03-02T09:00:00Z'),
      event('short', 'DTSTART:20320302T0900'),
      event('day', 'DTSTART:20320230T090000Z'),
      event('ended', at, 'DTEND:'),
      event('long', at, 'DURATION:two hours'),
      event('fortnight', at, 'RRULE:FREQ=FORTNIGHTLY'),
      event('twice', at, 'RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY'),
      event('url', 'DTSTART;TZID=http://zones.example/7:20320302T090000'),
      event('excluded', at, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:soon'),
      event('far', 'DTSTART:99990302T090000Z', 'SEQUENCE:99999999999'),
      event('never', at, 'RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31'),
      event('broken', at, 'DESCRIPTION:one', 'and two without a fold', 'SEQUENCE:99999999999'),
      event('folded', at, 'LOCATION:Gö\r\n teborg', 'RRULE:freq=weekly;byday=tu;count=2;'),
    ),
  )
  const reasons = new Map(
    body.skipped.map(({ subject, reason }: { subject: string; reason: string }) => [subject, reason]),
  )
  expect([...reasons.keys()].sort()).toEqual([
    'day',
    'ended',
    'excluded',
    'far',
    'fortnight',
    'hyphens',
    'long',
    'never',
    'short',
    'twice',
    'url',
    'zoneless',
  ])
  expect(reasons.get('zoneless')).toContain('Plant 7')
  expect(reasons.get('never')).toContain('never gives a day')
  expect(reasons.get('twice')).toContain('more than one RRULE')
  expect([body.created, body.notes[0].note]).toEqual([2, expect.stringContaining('two without a fold')])
  expect(await named('folded')()).toEqual(['2032-03-02T09:00:00', '2032-03-09T09:00:00'])
  for (const wrong of ['<html></html>', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:x', calendarFile()])
    expect((await importFile(wrong)).body.code).toBe('calendar-import-unreadable')
})

test('an hour that the clock skips begins an event that lasts an hour', async () => {
  const lines = ['DTSTART;TZID=Europe/Berlin:20320328T023000', 'DURATION:PT1H', 'STATUS:TENTATIVE']
  expect((await importFile(calendarFile(event('skipped-hour', ...lines)))).body.created).toBe(1)
  const { body } = await call('GET', 'events?q=skipped-hour')
  expect([body._embedded.events[0].startTime, body._embedded.events[0].endTime]).toEqual([
    '2032-03-28T01:30:00.000Z',
    '2032-03-28T02:30:00.000Z',
  ])
})

const berlin = (name: string, date: string, time: string) => `${name};TZID=Europe/Berlin:${date}T${time}0000`
const seriesOf = (uid: string, ...more: string[]) =>
  event(
    uid,
    berlin('DTSTART', '20330301', '10'),
    berlin('DTEND', '20330301', '11'),
    'RRULE:FREQ=DAILY;COUNT=5',
    ...more,
  )
const instance = (uid: string, date: string, ...more: string[]) =>
  event(uid, berlin('RECURRENCE-ID', date, '10'), berlin('DTSTART', date, '15'), berlin('DTEND', date, '16'), ...more)
const march = (...times: string[]) => times.map((at) => `2033-03-${at}:00:00`)

test('what a file cancels is not in the calendar, and what only speaks of an event makes none', async () => {
  const starts = named('cancels')
  await importFile(calendarFile(seriesOf('cancels'), instance('cancels', '20330302', 'STATUS:CANCELLED')))
  expect(await starts()).toEqual(march('01T10', '03T10', '04T10', '05T10'))
  const method = (name: string, ...events: string[][]) => withZone([`METHOD:${name}`], ...events)
  const one = await importFile(method('CANCEL', instance('cancels', '20330303', 'SEQUENCE:1')))
  expect(one.body).toMatchObject({ created: 0, updated: 1 })
  expect(await starts()).toEqual(march('01T10', '04T10', '05T10'))
  const following = instance('cancels', '20330305', 'SEQUENCE:1').map((line) =>
    line.replace('RECURRENCE-ID', 'RECURRENCE-ID;RANGE=THISANDFUTURE'),
  )
  await importFile(method('CANCEL', following))
  expect(await starts()).toEqual(march('01T10', '04T10'))
  for (const name of ['REPLY', 'REFRESH', 'COUNTER', 'DECLINECOUNTER']) {
    const { body } = await importFile(
      method(name, seriesOf('cancels', 'SEQUENCE:7'), event('spoken-of', berlin('DTSTART', '20330301', '10'))),
    )
    expect(body).toMatchObject({ created: 0, updated: 0, skipped: [{}, { reason: expect.stringContaining(name) }] })
  }
  expect(await starts()).toEqual(march('01T10', '04T10'))
  // Older than what is stored.
  await importFile(calendarFile(seriesOf('cancels', 'SEQUENCE:3')))
  await importFile(method('CANCEL', seriesOf('cancels', 'SEQUENCE:2')))
  expect((await starts()).length).toBe(5)
  // A cancellation needs no start.
  expect((await importFile(method('CANCEL', event('cancels', 'SEQUENCE:3')))).body).toMatchObject({
    updated: 1,
    skipped: [],
  })
  expect(await starts()).toEqual([])
  const unknown = await importFile(method('CANCEL', seriesOf('cancels', 'SEQUENCE:9'), instance('other', '20330303')))
  expect(unknown.body).toMatchObject({ created: 0, updated: 0, skipped: [{}, {}] })
  // Announced work is marked; it is asked about after it was called off.
  const work = event('called-off', berlin('DTSTART', '20330301', '10'), 'X-MAINTNOTE-MAINTENANCE-ID:C-9')
  await importFile(calendarFile(work))
  await importFile(calendarFile([...work, 'SEQUENCE:1', 'STATUS:CANCELLED']))
  const { body } = await call('GET', 'events?q=called-off')
  expect(body._embedded.events[0].maintenance).toMatchObject({ id: 'C-9', status: 'CANCELLED' })
})

test('an instance keeps the start that its series gives it, whatever the file says of it', async () => {
  const starts = named('identity')
  const asDate = instance('identity', '20330302').map((line) =>
    line.replace(/^RECURRENCE-ID.*/, 'RECURRENCE-ID;VALUE=DATE:20330302'),
  )
  const asUtc = instance('identity', '20330303').map((line) =>
    line.replace(/^RECURRENCE-ID.*/, 'RECURRENCE-ID:20330303T090000Z'),
  )
  const newer = instance('identity', '20330304', 'SEQUENCE:3')
  const older = instance('identity', '20330304', 'SEQUENCE:1').map((line) =>
    line.replace('T15', 'T12').replace('T16', 'T13'),
  )
  const { body } = await importFile(calendarFile(newer, asDate, seriesOf('identity'), asUtc, older))
  expect(body).toMatchObject({ created: 4, skipped: [{ reason: expect.stringContaining('another version') }] })
  expect(await starts()).toEqual(march('01T10', '02T15', '03T15', '04T15', '05T10'))
  // A newer version without them, moved by a day: nothing of the old one stays.
  const moved = seriesOf('identity', 'SEQUENCE:4').map((line) => line.replace('20330301', '20330302'))
  expect((await importFile(calendarFile(moved))).body).toMatchObject({ updated: 1 })
  expect(await starts()).toEqual(march('02T10', '03T10', '04T10', '05T10', '06T10'))
})

test('a change of an instance and the following ones splits the series, also when it comes again', async () => {
  const following = instance('split', '20330303').map((line) =>
    line.replace('RECURRENCE-ID', 'RECURRENCE-ID;RANGE=THISANDFUTURE'),
  )
  const text = calendarFile(following, seriesOf('split'))
  const listed = async () => {
    const range = 'events/instances/nordic?startTime=2033-03-01T00:00:00&endTime=2033-03-10T00:00:00&size=100'
    const { events } = (await call('GET', range)).body._embedded
    return events.filter(({ subject }: Event) => subject === 'split').map(({ start }: Event) => start)
  }
  for (const _ of [1, 2]) {
    await importFile(text)
    expect(await listed()).toEqual(march('01T10', '02T10', '03T15', '04T15', '05T15'))
  }
  await importFile(
    calendarFile(
      seriesOf('split', 'SEQUENCE:1'),
      [...following, 'SEQUENCE:1'].map((line) => line.replace('T15', 'T13').replace('T16', 'T14')),
    ),
  )
  expect(await listed()).toEqual(march('01T10', '02T10', '03T13', '04T13', '05T13'))
})

test('an instance without its series is an event of its own until the series comes', async () => {
  const starts = named('lone')
  expect((await importFile(calendarFile(instance('lone', '20330303', 'SEQUENCE:78')))).body.created).toBe(1)
  expect(await starts()).toEqual(march('03T15'))
  const later = instance('lone', '20330303', 'SEQUENCE:79').map((line) => line.replace('T15', 'T12'))
  expect((await importFile(calendarFile(later, instance('lone', '20330304')))).body).toMatchObject({
    created: 1,
    updated: 1,
  })
  expect((await importFile(calendarFile(seriesOf('lone', 'SEQUENCE:79'), later))).body).toMatchObject({ created: 1 })
  expect(await starts()).toEqual(march('01T10', '02T10', '03T12', '04T10', '05T10'))
})

test('the later of two versions of one SEQUENCE counts, and keeps what was set here', async () => {
  const version = (stamps: string[], hour: string) =>
    calendarFile(event('again', berlin('DTSTART', '20330301', hour), ...stamps))
  await importFile(version(['DTSTAMP:20321101T080000Z', 'DESCRIPTION:Ring 4'], '10'))
  const [{ id }] = (await call('GET', 'events?q=again')).body._embedded.events
  const here = { attendees: [{ kind: 'USER', name: user.email }], notification: [60], deployments: [deployment] }
  await call('PATCH', `events/${id}?suppressCustomerMailNotification=true`, here)
  const stored = async () => (await call('GET', `events/${id}`)).body
  // Made here since, so an older file of the same number changes nothing.
  expect((await importFile(version(['DTSTAMP:20200102T080000Z'], '11'))).body.updated).toBe(0)
  for (const [stamp, hour] of [
    ['DTSTAMP:20400102T080000Z', '12'],
    ['LAST-MODIFIED:20400103T080000Z', '13'],
  ]) {
    const { sequence } = await stored()
    const next = version([`SEQUENCE:${sequence}`, stamp!], hour!)
    expect((await importFile(next)).body).toMatchObject({ updated: 1 })
    expect((await importFile(next)).body).toMatchObject({ updated: 0, skipped: [{}] })
    const kept = { ...here, deployments: [{ id: deployment }], description: 'Ring 4', sequence }
    expect(await stored()).toMatchObject({ ...kept, start: `2033-03-01T${hour}:00:00` })
  }
})

test('a file with more zones or rules of zones than any program writes is rejected before they are computed', async () => {
  const never = ['STANDARD', ...observance('', '19700101T000000', '+0100+0100', 'BYMONTH=2;BYMONTHDAY=30').slice(1)]
  const rules = zone('own', ...Array.from({ length: 1_001 }, () => never))
  const zones = Array.from({ length: 301 }, (_, index) => zone(`own ${index}`, never)).flat()
  for (const lines of [rules, zones]) {
    const { status, body } = await importFile(withZone(lines, event('zones', 'DTSTART;TZID=own:20300310T010000')))
    expect([status, body.code, body.error]).toEqual([
      400,
      'calendar-import-unreadable',
      expect.stringContaining('too many time zones'),
    ])
  }
})

test('a series with more dates than the form takes is left out, with the reason', async () => {
  const dates = Array.from({ length: 1_001 }, (_, day) => new Date(Date.UTC(2030, 0, 2 + day)).toISOString())
  const lines = dates.map((at) => `RDATE:${at.slice(0, 10).replaceAll('-', '')}T010000`)
  const { status, body } = await importFile(calendarFile(event('dates', 'DTSTART:20300101T010000', ...lines)))
  expect([status, body.created, body.skipped]).toEqual([
    200,
    0,
    [{ uid: 'dates@example', subject: 'dates', reason: 'it has more than 1000 dates of RDATE' }],
  ])
})
