// Calendar: invitations, files, feeds, imports and recurrences.
const events = '/api/plugins/calendar/events'
const zones = Intl.supportedValuesOf('timeZone')
const list = (length, of) => Array.from({ length }, (_, index) => of(index))
const digits = (number, length = 2) => String(number).padStart(length, '0')
const day = (index) => new Date(Date.UTC(2027, 0, 1) + index * 86_400_000).toISOString().slice(0, 10)

export async function* calendarOperations({ as, made, account, app }) {
  const post = async (body) => (await as('POST', `${events}?accountId=${account.id}`, body)).status
  const event = (more) => ({ subject: 'Work', start: '2027-03-01T01:00:00', end: '2027-03-01T02:00:00', ...more })
  // The first of each kind of call loads what it needs.
  await post(event({ timeZone: 'Europe/Berlin', attendees: [{ kind: 'ADDRESS', name: 'first@outside.example' }] }))
  const attendees = list(200, (index) => ({ kind: 'ADDRESS', name: `guest-${index}@outside-${index}.example` }))
  const long = 'Segments are moved. '.repeat(500)
  yield {
    name: 'create an event',
    input: '200 attendees, zone with daylight saving',
    call: () => post(event({ timeZone: 'America/Santiago', attendees })),
  }
  const rdates = list(1000, (index) => `${day(index * 7)}T01:00:00`)
  const exdates = list(1000, (index) => `${day(index)}T01:00:00`)
  yield {
    name: 'create a series with attendees',
    input: '200 attendees, 1,000 RDATE, 1,000 EXDATE, 500 objects, 10,000 characters',
    call: () =>
      post(
        event({
          timeZone: 'America/Asuncion',
          attendees,
          description: long,
          recurrence: { rule: 'FREQ=DAILY', rdates, exdates },
          maintenance: {
            id: '1',
            impact: 'OUTAGE',
            status: 'CONFIRMED',
            objects: list(500, (index) => `segment ${index} ${'x'.repeat(100)}`),
          },
        }),
      ),
  }
  for (const [name, recurrence] of Object.entries({
    '1,000 RDATE over 200 years': {
      rule: null,
      rdates: list(1000, (index) => `${day(index * 60)}T01:00:00`),
      exdates: [],
    },
    'COUNT=20000, hourly': { rule: 'FREQ=HOURLY;COUNT=20000', rdates: [], exdates: [] },
    'COUNT=20000, yearly with BYSETPOS': {
      rule: `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=${list(24, String)};BYSETPOS=${list(60, (index) => index - 366)};COUNT=20000`,
      rdates: [],
      exdates: [],
    },
    'COUNT=20000, on one Friday in ten years': {
      rule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=FR;COUNT=20000',
      rdates: [],
      exdates: [],
    },
    'until 2199, hourly': { rule: 'FREQ=HOURLY;UNTIL=21991231T000000', rdates: [], exdates: [] },
    'hours that no month has': {
      rule: `FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=${list(24, String)}`,
      rdates: [],
      exdates: [],
    },
    'hourly, 1000 apart, never a day': {
      rule: 'FREQ=HOURLY;INTERVAL=24;BYMONTH=2;BYMONTHDAY=29;BYDAY=1MO;BYHOUR=2',
      rdates: [],
      exdates: [],
    },
    'never, by week number': { rule: 'FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6;BYDAY=MO', rdates: [], exdates: [] },
    'hourly, with five reminders': { rule: 'FREQ=HOURLY', rdates, exdates },
  }))
    yield {
      name: 'create a series',
      input: name,
      call: () => post(event({ timeZone: 'America/Havana', recurrence, notification: [0, 10, 60, 1440, 40_320] })),
    }
  yield {
    name: 'clashes of a series',
    input: '1,000 proposed, 500 objects, hourly others',
    call: async () =>
      (
        await as('POST', `${events}/clashes`, {
          accountId: account.id,
          start: '2027-03-01T01:00:00',
          end: '2027-03-01T02:00:00',
          timeZone: 'America/Havana',
          recurrence: { rule: 'FREQ=HOURLY;COUNT=900', rdates: [], exdates },
          objects: list(500, (index) => `segment ${index}`),
        })
      ).status,
  }
  yield {
    name: 'events of 400 days',
    input: 'hourly series',
    call: async () =>
      (await as('GET', `${events}/instances?startTime=2027-01-01T00:00:00Z&endTime=2028-02-01T00:00:00Z&size=1000`))
        .status,
  }
  yield* imports({ as, account })
  const feed = await made('POST', '/api/users/me/calendar-feeds', { name: 'Bench', account: null })
  const path = new URL(feed.url).pathname
  yield {
    name: 'read a feed',
    input: 'thousands of events in all zones',
    call: async () => (await fetch(app.url + path)).status,
  }
  const series = (await made('GET', `${events}?q=Work&size=200`))._embedded
  const [{ id }] = Object.values(series)[0].filter(({ recurrence }) => recurrence?.rdates?.length > 100)
  yield {
    name: 'event as .ics',
    input: '1,000 RDATE, 1,000 EXDATE',
    call: async () => (await as('GET', `${events}/${id}/ics`)).status,
  }
}

function* imports({ as, account }) {
  const send = (lines) => async () => {
    const answer = await as(
      'POST',
      `/api/plugins/calendar/import?accountId=${account.id}`,
      ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'),
      { raw: true, headers: { 'content-type': 'text/calendar' } },
    )
    return answer.status === 200 ? `200, ${answer.json.created} created` : answer.status
  }
  const event = (index, lines) => [
    'BEGIN:VEVENT',
    `UID:${index}-${lines.length}-${Math.random()}`,
    'SUMMARY:Work',
    'DTSTAMP:20261101T000000Z',
    ...lines,
    'END:VEVENT',
  ]
  yield {
    name: 'import a file',
    input: '2,000 events in all zones, 2 MB',
    call: send(
      list(2000, (index) =>
        event(index, [
          `DTSTART;TZID=${zones[index % zones.length]}:2027${digits(1 + (index % 12))}10T010000`,
          'RRULE:FREQ=WEEKLY;COUNT=50',
          `DESCRIPTION:${'x'.repeat(700)}`,
        ]),
      ).flat(),
    ),
  }
  yield {
    name: 'import a series',
    input: '18,000 RDATE in 2 MB',
    call: send(
      event(1, [
        'DTSTART;TZID=America/Havana:20270310T010000',
        ...list(
          1000,
          (index) =>
            `RDATE;TZID=America/Havana:${list(18, (one) => `${day(index * 18 + one).replaceAll('-', '')}T0100${digits(one)}`)}`,
        ),
      ]),
    ),
  }
  yield {
    name: 'import own zones',
    input: '2,000 events, each with its own zone',
    call: send(
      list(2000, (index) => [
        'BEGIN:VTIMEZONE',
        `TZID:own ${index}`,
        'BEGIN:STANDARD',
        'DTSTART:19700101T000000',
        'TZOFFSETFROM:+0100',
        'TZOFFSETTO:+0100',
        'END:STANDARD',
        'BEGIN:DAYLIGHT',
        'DTSTART:20291225T000000',
        'TZOFFSETFROM:+0100',
        'TZOFFSETTO:+0200',
        'END:DAYLIGHT',
        'END:VTIMEZONE',
        ...event(index, [`DTSTART;TZID=own ${index}:20270310T010000`]),
      ]).flat(),
    ),
  }
  yield {
    name: 'import a zone',
    input: '15,000 changes that no year has',
    call: send([
      'BEGIN:VTIMEZONE',
      'TZID:own',
      ...list(13_000, () => [
        'BEGIN:STANDARD',
        'DTSTART:19700101T000000',
        'TZOFFSETFROM:+0100',
        'TZOFFSETTO:+0100',
        'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
        'END:STANDARD',
      ]).flat(),
      'END:VTIMEZONE',
      ...event(1, ['DTSTART;TZID=own:20270310T010000']),
    ]),
  }
}
