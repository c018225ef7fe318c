import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, openMailbox } from '#test/mailbox.ts'
import { addressOf, type Name, type SupportApp, supportApp } from '#test/support-app.ts'

let mailbox: Mailbox
let desk: SupportApp
beforeAll(async () => {
  mailbox = await openMailbox()
  desk = await supportApp({ SMTP_URL: mailbox.url })
})
afterAll(async () => {
  await desk.close()
  mailbox.close()
})

async function choose(name: Name, settings: object): Promise<void> {
  const response = await fetch(`${desk.url}/api/users/me/settings`, {
    method: 'PATCH',
    headers: { ...desk.headersOf(name), 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  })
  expect(response.status).toBe(200)
}
/** When the user gets mail about cases. */
async function chooseMail(name: Name, mail: 'AT_ONCE' | 'DAILY' | 'WEEKLY' | 'OFF'): Promise<void> {
  const response = await fetch(`${desk.url}/api/announcements/settings`, {
    method: 'POST',
    headers: { ...desk.headersOf(name), 'content-type': 'application/json' },
    body: JSON.stringify({ groups: [{ group: 'cases', mail }] }),
  })
  expect(response.status).toBe(200)
}
async function file(name: Name): Promise<string> {
  const body = { subject: 'No sync', description: 'x', priority: 'LOW' }
  return String((await desk.call(name, 'POST', '/issues?account=acme', body)).body.key)
}
const comment = (key: string, body: string) => desk.call('vera', 'POST', `/issues/comment?issueKey=${key}`, { body })
/** Who got mail with the text, once the reporter has it: all mails of an event are queued together. */
async function recipientsOf(text: string, marker: Name): Promise<readonly string[]> {
  const got = () =>
    mailbox.received
      .filter((mail) => mail.text?.includes(text))
      .flatMap(({ to }) => to?.map(({ address }) => address) ?? [])
  await expect.poll(got).toContain(addressOf(marker))
  const { db } = desk.portal
  await expect
    .poll(() => db.selectFrom('mail_outbox').select('id').where('state', '=', 'WAITING').execute())
    .toEqual([])
  return got().toSorted() as string[]
}

test('mail of all cases, of own and watched ones, of outages alone, and none', async () => {
  await choose('mia', { caseMail: 'all' })
  await choose('ugo', { caseMail: 'outages' })
  await choose('carl', { caseMail: 'all' })
  await choose('bob', { caseMail: 'all' })
  const key = await file('uma')
  await comment(key, 'About an ordinary case')
  expect(await recipientsOf('About an ordinary case', 'uma')).toEqual([addressOf('mia'), addressOf('uma')])

  await choose('uma', { caseMail: 'outages' })
  await comment(key, 'About the same case')
  expect(await recipientsOf('About the same case', 'mia')).toEqual([addressOf('mia')])

  await desk.portal.db.updateTable('cases').set({ type: 'OUTAGE' }).where('key', '=', key).execute()
  await comment(key, 'About the outage')
  expect(await recipientsOf('About the outage', 'mia')).toEqual([addressOf('mia'), addressOf('ugo'), addressOf('uma')])

  await choose('mia', { mailCases: false })
  await comment(key, 'More about the outage')
  expect(await recipientsOf('More about the outage', 'uma')).toEqual([addressOf('ugo'), addressOf('uma')])
  await desk.call('tom', 'POST', `/issues/comment/internal?issueKey=${key}`, { body: 'For staff alone' })
  expect(mailbox.received.filter(({ text }) => text?.includes('For staff alone'))).toEqual([])
})

test('a mail about a case is unsubscribed from with one POST, and has no address for replies while they are off', async () => {
  await choose('uma', { mailCases: true, caseMail: 'own' })
  const key = await file('uma')
  await comment(key, 'A mail with a link')
  await recipientsOf('A mail with a link', 'uma')
  const mail = mailbox.received.find(
    ({ to, text }) => to?.[0]?.address === addressOf('uma') && text?.includes('with a link'),
  )!
  const header = (name: string) => mail.headers.find((one) => one.key === name)?.value
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail.replyTo ?? []).toEqual([])
  const url = /<([^<>]+)>/.exec(header('list-unsubscribe') ?? '')![1]!
  const settings = async () =>
    (await (await fetch(`${desk.url}/api/users/me/settings`, { headers: desk.headersOf('uma') })).json()) as {
      mailCases: boolean
    }
  expect((await fetch(url)).status).toBe(200)
  expect((await settings()).mailCases).toBe(true)
  expect((await fetch(url.replace(/.$/, 'x'), { method: 'POST' })).status).toBe(200)
  expect((await fetch(url, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200)
  expect((await settings()).mailCases).toBe(false)
  // A link of a mail from before the user chose mail again ends nothing.
  await choose('uma', { mailCases: true })
  expect((await fetch(url, { method: 'POST' })).status).toBe(200)
  expect((await settings()).mailCases).toBe(true)
})

test('in the quiet hours of a user the mail waits until they end; that of an outage does not', async () => {
  await choose('uma', { mailCases: true, caseMail: 'own' })
  const key = await file('uma')
  // All day but one minute that is not now.
  const now = new Date()
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes()
  const quiet = [(minute + 720) % 1440, (minute + 719) % 1440]
  const { db } = desk.portal
  await choose('uma', { timeZone: 'UTC' })
  await db
    .insertInto('notification_hours')
    .values({ user_id: desk.ids.uma, digest_hour: 8, digest_day: 'MO', quiet_from: quiet[0]!, quiet_until: quiet[1]! })
    .execute()
  const waiting = () =>
    db.selectFrom('mail_outbox').select(['state', 'send_at']).where('body_text', 'like', '%Can wait%').execute()
  await comment(key, 'Can wait')
  await expect.poll(waiting).toHaveLength(1)
  const [mail] = await waiting()
  expect([
    mail!.state,
    mail!.send_at! > new Date(),
    mail!.send_at!.getUTCHours() * 60 + mail!.send_at!.getUTCMinutes(),
  ]).toEqual(['WAITING', true, quiet[1]])
  await db.updateTable('cases').set({ type: 'OUTAGE' }).where('key', '=', key).execute()
  await comment(key, 'Cannot wait')
  await expect.poll(() => mailbox.received.some(({ text }) => text?.includes('Cannot wait'))).toBe(true)
})

const waitingForDigest = () =>
  desk.portal.db.selectFrom('notifications').select(['user_id', 'digest_at']).where('digest_at', 'is not', null)

/** As if the hour of the digests had come. */
async function sendDigests(): Promise<void> {
  const { db } = desk.portal
  await db.updateTable('notifications').set({ digest_at: new Date() }).where('digest_at', 'is not', null).execute()
  await sql`select graphile_worker.add_job('notifications.digest', '{}')`.execute(db)
}

test('a user who chose a digest gets one mail at its hour; not about outages, and not what they may not read any more', async () => {
  const { db } = desk.portal
  await choose('mia', { mailCases: true, caseMail: 'all', timeZone: 'UTC' })
  await chooseMail('mia', 'DAILY')
  await choose('uma', { mailCases: true, caseMail: 'own' })
  await db.deleteFrom('notification_hours').execute()
  // The mail of the test before waits for the end of quiet hours.
  await db.deleteFrom('mail_outbox').where('state', '=', 'WAITING').execute()
  await db
    .insertInto('notification_hours')
    .values({ user_id: desk.ids.mia, digest_hour: 7, digest_day: 'MO' })
    .execute()
  const [first, second, outage] = [await file('uma'), await file('uma'), await file('uma')]
  await comment(first, 'The first of two')
  await comment(second, 'The other of two')
  await db.updateTable('cases').set({ type: 'OUTAGE' }).where('key', '=', outage).execute()
  await comment(outage, 'Service is down')
  // ugo chose mail about outages above.
  expect(await recipientsOf('Service is down', 'mia')).toEqual([addressOf('mia'), addressOf('ugo'), addressOf('uma')])
  expect(await recipientsOf('The other of two', 'uma')).toEqual([addressOf('uma')])
  const lines = await waitingForDigest().execute()
  expect(new Set(lines.map(({ user_id }) => user_id))).toEqual(new Set([desk.ids.mia]))
  for (const { digest_at } of lines)
    expect([digest_at! > new Date(), digest_at!.getUTCHours(), digest_at!.getUTCMinutes()]).toEqual([true, 7, 0])

  const ofMia = () =>
    mailbox.received.filter(
      ({ to, text }) => to?.[0]?.address === addressOf('mia') && text?.includes('The first of two'),
    )
  await sendDigests()
  await expect.poll(ofMia).toHaveLength(1)
  const [digest] = ofMia()
  expect(digest!.subject).toMatch(/^\d+ notifications: \[ACME-\d+\] No sync$/)
  expect(digest!.text).toContain('The other of two')
  expect(digest!.text).toContain(`[${second}] No sync`)
  expect(digest!.headers.find(({ key }) => key === 'list-unsubscribe')?.value).toContain('/unsubscribe?token=')

  await comment(first, 'For nobody who left')
  await recipientsOf('For nobody who left', 'uma')
  await db.deleteFrom('role_grants').where('user_id', '=', desk.ids.mia).execute()
  await comment(second, 'A marker')
  await sendDigests()
  await expect.poll(() => waitingForDigest().execute()).toEqual([])
  expect(
    mailbox.received.filter(({ to, text }) => to?.[0]?.address === addressOf('mia') && text?.includes('who left')),
  ).toEqual([])
})
