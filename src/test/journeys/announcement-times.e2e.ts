import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendCopiesSoon } from '#kit/server/mail-composer.ts'
import { type Mailbox, openMailbox } from '../mailbox.ts'
import { emailOf, type Stage, startE2eApp } from './e2e-app.ts'
import { write } from './write-announcement.ts'

let stage: Stage
let mailbox: Mailbox

beforeAll(async () => {
  mailbox = await openMailbox()
  stage = await startE2eApp({ SMTP_URL: mailbox.url })
})
afterAll(async () => {
  await stage.close()
  mailbox.close()
})
const query = (text: string, values: unknown[] = []) => stage.app.portal.pool.query(text, values)
/** Sets the time zone of a user. */
const inZone = (user: 'admin' | 'manager', timeZone: string) =>
  query(
    `insert into user_settings (user_id, settings) select id, jsonb_build_object('timeZone', $2::text) from users where email = $1
     on conflict (user_id) do update set settings = user_settings.settings || excluded.settings`,
    [emailOf(user), timeZone],
  )

test('in quiet hours the inbox has an announcement at once, and its mail comes after them', async () => {
  await inZone('manager', 'UTC')
  const customer = await stage.openPage('manager')
  await customer.goto('/me/notifications?tab=settings')
  const hours = customer
    .locator('section')
    .filter({ has: customer.getByRole('heading', { name: 'Digests and quiet hours' }) })
  await hours.getByRole('checkbox', { name: 'Quiet hours' }).check()
  const began = Date.now()
  const wall = (hours: number) => new Date(began + hours * 3_600_000).toISOString().slice(11, 16)
  for (const [label, time] of [
    ['From', wall(-2)],
    ['Until', wall(3)],
  ] as const) {
    await hours.getByLabel(label).fill(time)
    await hours.getByLabel(label).blur()
  }
  const stored = async () => {
    const { rows } = await query(
      `select h.quiet_from, h.quiet_until from notification_hours h join users u on u.id = h.user_id where u.email = $1`,
      [emailOf('manager')],
    )
    return rows[0]
  }
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  await expect
    .poll(stored, { timeout: 30_000 })
    .toEqual({ quiet_from: minutes(wall(-2)), quiet_until: minutes(wall(3)) })
  const admin = await stage.openPage('admin')
  await write(admin, 'Waits for the morning', 'Bell')
  await admin.getByLabel('E-mail copy').check()
  await admin.getByRole('button', { name: 'Deliver now' }).click()
  await admin.getByText('Announcement added').first().waitFor()
  await customer.goto('/me/notifications')
  await customer.getByRole('region', { name: 'Inbox' }).getByText('Waits for the morning').waitFor()
  const copy = async () =>
    (
      await query(
        `select o.state, o.send_at > now() + interval '2 hours' as later from mail_outbox o join mail_batches b on b.id = o.batch_id
         join users u on u.id = o.user_id where u.email = $1 and b.subject = 'Waits for the morning'`,
        [emailOf('manager')],
      )
    ).rows
  await expect.poll(copy, { timeout: 30_000 }).toEqual([{ state: 'WAITING', later: true }])
  // The quiet hours end.
  await query(`update mail_outbox set send_at = now() where send_at > now() and state = 'WAITING'`)
  await sendCopiesSoon(stage.app.portal.db)
  await expect
    .poll(
      () =>
        mailbox.received.filter(
          ({ subject, to }) => subject === 'Waits for the morning' && to?.[0]?.address === emailOf('manager'),
        ).length,
      { timeout: 60_000 },
    )
    .toBe(1)
  expect(stage.complaints).toEqual([])
})

test('a weekly announcement keeps its hour across a change to daylight saving time, as its preview says', async () => {
  await inZone('admin', 'Europe/Berlin')
  const admin = await stage.openPage('admin')
  await write(admin, 'Weekly window', 'Bell')
  await admin.getByRole('radiogroup', { name: 'When' }).getByText('Weekly', { exact: true }).click()
  await admin.getByLabel('First delivery').fill('2027-03-21T09:00')
  await admin.getByRole('group', { name: 'Days of the week' }).getByText('Sun', { exact: true }).click()
  const previewed = admin.locator('ol time')
  await expect.poll(() => previewed.count(), { timeout: 30_000 }).toBe(5)
  const instants = await previewed.evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
  expect(instants.slice(0, 3).map((at) => new Date(at!).toISOString())).toEqual([
    '2027-03-21T08:00:00.000Z',
    // The clocks went forward that night.
    '2027-03-28T07:00:00.000Z',
    '2027-04-04T07:00:00.000Z',
  ])
  for (const text of await previewed.allTextContents()) expect(text).toContain('09:00')
  await admin.getByRole('button', { name: 'Schedule', exact: true }).click()
  await admin.getByText('Announcement added').first().waitFor()
  const { rows } = await query(`select id from announcements where title = 'Weekly window'`)
  const due = async () =>
    (
      await query(`select id, due_at from announcement_deliveries where announcement_id = $1 and state = 'WAITING'`, [
        rows[0].id,
      ])
    ).rows
  const fired: string[] = []
  for (let round = 0; round < 3; round += 1) {
    // The next delivery is planned by the run after the last one.
    await query(`select graphile_worker.add_job('announcements.deliver')`)
    await expect.poll(async () => (await due()).length, { timeout: 30_000 }).toBe(1)
    const [delivery] = await due()
    fired.push(delivery.due_at.toISOString())
    // Its time has come.
    await query('update announcement_deliveries set due_at = now() where id = $1', [delivery.id])
    await query(`select graphile_worker.add_job('announcements.deliver')`)
    await expect.poll(async () => (await due())[0]?.id !== delivery.id, { timeout: 30_000 }).toBe(true)
  }
  expect(fired).toEqual(instants.slice(0, 3).map((at) => new Date(at!).toISOString()))
  await admin.goto('/me/notifications')
  await expect
    .poll(
      () =>
        admin
          .getByRole('region', { name: 'Inbox' })
          .getByRole('listitem')
          .filter({ hasText: 'Weekly window' })
          .getByTitle(/^[3-9] notifications$/)
          .count(),
      { timeout: 30_000 },
    )
    .toBe(1)
  expect(stage.complaints).toEqual([])
})
