import { afterAll, beforeAll, expect, test } from 'vitest'
import { calendarFile } from '../calendar-files.ts'
import { type Stage, startE2eApp } from './e2e-app.ts'

let stage: Stage

beforeAll(async () => {
  stage = await startE2eApp()
})
afterAll(() => stage.close())

const events = async () => {
  const { rows } = await stage.app.portal.pool.query(
    `select e.subject, to_char(e.start_at, 'HH24:MI') as at, e.rule, e.exdates::text[] as exdates, e.maintenance ->> 'impact' as impact
     from calendar_events e where e.subject like 'Node split%' order by e.id`,
  )
  return rows
}

test('a manager plans work, deletes one instance of the series, and renames the others', async () => {
  const page = await stage.openPage('manager')
  const { rows } = await stage.app.portal.pool.query(`select id from accounts where name = 'nordfeld-kabel'`)
  await page.goto(`/nordfeld-kabel/${rows[0].id}/calendar?view=month&date=2027-02-01`)
  await page.getByRole('heading', { level: 1, name: 'February 2027' }).waitFor()
  await page.getByRole('button', { name: 'New event' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Create event' }).click()
  await form.getByText('Enter a subject.').waitFor()
  await form.getByRole('textbox', { name: 'Subject' }).fill('Node split')
  await form.getByLabel('Start').fill('2027-02-02T01:00')
  await form.getByLabel('End').fill('2027-02-02T00:30')
  await form.getByRole('button', { name: 'Create event' }).click()
  await form.getByText('The end must be after the start.').waitFor()
  await form.getByLabel('End').fill('2027-02-02T05:00')
  await form.getByRole('combobox', { name: 'Repeat' }).click()
  await page.getByRole('option', { name: 'Every week', exact: true }).click()
  await form.getByLabel('Until').fill('2027-02-28')
  await form.getByRole('combobox', { name: 'Tags' }).click()
  await page.getByRole('option', { name: 'Maintenance' }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('combobox', { name: 'Impact' }).click()
  await page.getByRole('option', { name: 'Outage' }).click()
  await form.getByRole('button', { name: 'Create event' }).click()
  await page.getByText('Event created').waitFor()
  expect(
    (await events()).map(({ exdates: _, rule, ...rest }) => ({ ...rest, weekly: /FREQ=WEEKLY/.test(rule) })),
  ).toEqual([{ subject: 'Node split', at: '01:00', impact: 'OUTAGE', weekly: true }])
  // Four Tuesdays.
  const shown = page.getByRole('button', { name: /Node split/ })
  await expect.poll(() => shown.count()).toBe(4)

  await shown.nth(1).click()
  await page.getByRole('dialog').getByText('Every week on Tuesday, until 28 Feb 2027').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete event' }).click()
  await page.getByText('Event deleted').waitFor()
  await expect.poll(() => shown.count()).toBe(3)
  expect((await events())[0].exdates).toEqual(['2027-02-09 01:00:00'])

  await shown.first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  await page.getByText('All events').click()
  await page.getByRole('textbox', { name: 'Subject' }).fill('Node split of hub 7')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Event saved').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /Node split of hub 7/ }).count()).toBe(3)
  expect(stage.complaints).toEqual([])
})

const ROUTER = 'Router exchange by the carrier'

test('a free hour begins an event, and a changed place leaves the work of an imported event as it is', async () => {
  const page = await stage.openPage('manager')
  const { rows } = await stage.app.portal.pool.query(`select id from accounts where name = 'nordfeld-kabel'`)
  const calendar = `/nordfeld-kabel/${rows[0].id}/calendar`
  await page.goto(`${calendar}?view=week&date=2027-03-01`)
  const hour = await page.locator('[data-view=week]').boundingBox()
  const [x, y] = [hour!.x + hour!.width / 2, hour!.y + hour!.height / 2]
  const form = page.getByRole('dialog', { name: 'New event' })
  await page.mouse.click(x, y)
  await form.waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 90, { steps: 5 })
  await page.mouse.up()
  await form.waitFor()
  const at = async (label: string) => Date.parse(await form.getByLabel(label).inputValue())
  expect((await at('End')) - (await at('Start'))).toBeGreaterThanOrEqual(3_600_000)

  const maintenance = { id: 'CARRIER-2291', impact: 'BLIPS', status: 'CONFIRMED', objects: ['ring-4', 'ring-5'] }
  const { rows: imported } = await stage.app.portal.pool.query(
    `insert into calendar_events (account_id, uid, subject, location, description, start_at, end_at, time_zone, is_all_day, exdates, rdates,
       last_start, first_start, last_end, notification, maintenance, invited)
     values ($1, 'exchange@carrier.example', $2, 'Hall 1', E'By hand\r\nat night', '2027-03-03 01:00:30', '2027-03-03 02:00', 'Europe/Berlin', false,
       '{}', '{}', '2027-03-03 01:00:30', '2027-03-03 00:00:30Z', '2027-03-03 01:00Z', '{30,45}', $3, '[]') returning id`,
    [rows[0].id, ROUTER, maintenance],
  )
  await page.goto(`${calendar}/event/${imported[0].id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Location' }).fill('Hall 2')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Event saved').waitFor()
  const stored = `select location, description, to_char(start_at, 'SS') as second, notification, maintenance from calendar_events where id = $1`
  expect((await stage.app.portal.pool.query(stored, [imported[0].id])).rows).toEqual([
    { location: 'Hall 2', description: 'By hand\r\nat night', second: '30', notification: [30, 45], maintenance },
  ])
  expect(stage.complaints).toEqual([])
})

test('calendar files are imported after their content is shown, and what is left out is named', async () => {
  const page = await stage.openPage('manager')
  const { rows } = await stage.app.portal.pool.query(`select id from accounts where name = 'nordfeld-kabel'`)
  await page.goto(`/nordfeld-kabel/${rows[0].id}/calendar?view=month&date=2027-04-01`)
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import calendar files' })
  const event = (uid: string, start: string) => [
    `UID:${uid}@carrier.example`,
    'DTSTAMP:20270301T080000Z',
    `DTSTART:${start}`,
    'DURATION:PT2H',
    `SUMMARY:Ring ${uid}`,
  ]
  const file = (name: string, text: string) => ({ name, mimeType: '', buffer: Buffer.from(text) })
  await dialog
    .locator('input[type=file]')
    .setInputFiles([
      file('carrier.ics', calendarFile(event('north', '20270413T220000Z'), event('south', 'soon'))),
      file('letter.txt', 'Dear customer'),
    ])
  await dialog.getByText('1 event will be added.').waitFor()
  await dialog.getByText('1 event will be left out:').waitFor()
  await dialog.getByRole('listitem').filter({ hasText: 'Ring south' }).waitFor()
  await dialog.getByText('The file is not a readable iCalendar file').waitFor()
  const stored = async () =>
    (await stage.app.portal.pool.query(`select subject from calendar_events where subject like 'Ring %'`)).rows
  expect(await stored()).toEqual([])

  await dialog.getByRole('button', { name: 'Import events' }).click()
  await page.getByText('1 event imported').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /Ring north/ }).waitFor()
  expect(await stored()).toEqual([{ subject: 'Ring north' }])

  await page.getByRole('button', { name: 'Import' }).click()
  await dialog.locator('input[type=file]').setInputFiles(file('large.ics', 'x'.repeat(2_097_153)))
  await dialog.getByText('The limit is').waitFor()
  expect(await dialog.getByRole('button', { name: 'Import events' }).isDisabled()).toBe(true)
  expect(stage.complaints).toEqual([])
})

test('the next events stand on the dashboard, and words find events of any time, also from the palette', async () => {
  const page = await stage.openPage('user')
  const { pool } = stage.app.portal
  const { rows } = await pool.query(`select id from accounts where name = 'nordfeld-kabel'`)
  await pool.query(
    `insert into calendar_events (account_id, uid, subject, location, description, start_at, end_at, time_zone, is_all_day, exdates, rdates,
       last_start, first_start, last_end, invited)
     select $1, name || '@words.example', name, 'Hub Jade', '', at at time zone 'UTC', at at time zone 'UTC' + interval '1 hour', 'UTC', false, '{}', '{}',
       at at time zone 'UTC', at, at + interval '1 hour', '[]'
     from (values ('Amplifier exchange', now() + interval '2 minutes'), ('Amplifier survey', timestamptz '2025-03-04 09:00Z')) e (name, at)`,
    [rows[0].id],
  )
  await page.goto(`/nordfeld-kabel/${rows[0].id}/dashboard?tab=calendar`)
  await page.getByRole('link', { name: /Amplifier exchange/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Amplifier exchange' })
  await dialog.getByText('Hub Jade').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('searchbox', { name: 'Search events' }).fill('jade amplifier')
  await page.getByText('2 events', { exact: true }).waitFor()
  await page.getByRole('link', { name: /Amplifier survey/ }).click()
  await page
    .getByRole('dialog', { name: 'Amplifier survey' })
    .getByText(/4 Mar 2025/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show the calendar' }).click()
  await page.getByRole('button', { name: 'Today' }).waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').locator('input').fill('survey jade')
  await page.getByRole('option', { name: /Amplifier survey/ }).click()
  await page.getByRole('dialog', { name: 'Amplifier survey' }).waitFor()
  expect(stage.complaints).toEqual([])
})

test('an address for calendar programs is made, read and revoked', async () => {
  const page = await stage.openPage('user')
  await page.goto('/calendar')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Laptop')
  await dialog.getByRole('button', { name: 'Make an address' }).click()
  await dialog.getByText('Copy the address now.').waitFor()
  const url = (await dialog.locator('code').first().textContent())!
  const read = await fetch(new URL(new URL(url).pathname, stage.app.url))
  expect([read.status, (await read.text()).startsWith('BEGIN:VCALENDAR')]).toEqual([200, true])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.getByRole('button', { name: 'Revoke Laptop' }).click()
  await page.getByText('Address revoked').waitFor()
  expect((await fetch(new URL(new URL(url).pathname, stage.app.url))).status).toBe(404)
})
