import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueMail } from '#kit/server/mail.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { makeAccount, type TestUser, userWith } from '#test/factories.ts'
import { type Mailbox, openMailbox } from '#test/mailbox.ts'
import type { Json } from '#test/support-app.ts'

let app: TestApp
let mailbox: Mailbox
let admin: TestUser
let central: TestUser
let manager: TestUser
const token = 'abcdefghijklmnopqrstuvwxyz-0123456789_ABCDEF'
const link = `https://portal.example/signin/activate?token=${token}`

beforeAll(async () => {
  app = await testApp({ env: { SMTP_URL: '' } })
  mailbox = await openMailbox()
  const account = await makeAccount(app, 'mail')
  admin = await userWith(app, 'ADMIN', account)
  central = await userWith(app, 'CENTRAL', account)
  manager = await userWith(app, 'MANAGER', account)
})
afterAll(async () => {
  await app.close()
  mailbox.close()
})

async function call(user: TestUser, method: string, path: string) {
  const response = await fetch(`${app.url}/api/mails${path}`, { method, headers: user.headers })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text) as Json }
}

/** Queues a mail with a one-time link; returns its id. */
async function queued(to: string, url = link): Promise<string> {
  const paragraphs = ['Set a password to begin.']
  await queueMail(app.portal.db, {
    to,
    subject: `Invitation of ${to}`,
    paragraphs,
    link: { label: 'Begin', url, token },
  })
  const { body } = await call(admin, 'GET', `?q=${encodeURIComponent(to)}`)
  return String(body._embedded!.mails![0]!.id)
}

async function stateOf(id: string): Promise<string> {
  return String((await call(admin, 'GET', `/${id}`)).body.state)
}

test('the outbox lists mail that waits for SMTP settings, by words and by state, for ADMIN and CENTRAL alone', async () => {
  const id = await queued('ella@mail.example')
  for (const user of [admin, central]) {
    const { status, body } = await call(user, 'GET', '?q=ELLA&state=WAITING')
    expect([status, body._embedded!.mails]).toEqual([
      200,
      [expect.objectContaining({ id, recipient: 'ella@mail.example', state: 'WAITING', waitsForServer: true })],
    ])
  }
  expect((await call(admin, 'GET', '?q=ella&state=SENT')).body._embedded!.mails).toEqual([])
  expect((await call(admin, 'GET', '?q=%25')).body._embedded!.mails).toEqual([])
  expect((await call(manager, 'GET', '')).status).toBe(403)
})

test('a one-time link is hidden, and shown to an administrator alone, with an entry in the audit log', async () => {
  const id = await queued('link@mail.example')
  const read = await call(central, 'GET', `/${id}`)
  expect(read.body).toMatchObject({ hasLink: true, text: expect.stringContaining('Set a password') })
  expect(read.text).not.toContain(token)
  expect((await call(central, 'POST', `/${id}/reveal`)).status).toBe(403)
  const shown = await call(admin, 'POST', `/${id}/reveal`)
  expect([shown.status, shown.body.link]).toEqual([200, link])
  const { rows } = await app.portal.pool.query(
    `select actor_id from events where name = 'mail.link-shown' and subject_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ actor_id: admin.id }])
})

test.each([
  `https://portal.example/signup/activate?signupToken=${token}&landingPage=%2Fcases`,
  `https://portal.example/join/${token}/begin#top`,
  `https://portal.example/?a=1;key=${token}`,
])('the token is hidden however its address is spelled: %s', async (url) => {
  const id = await queued(`spelled-${url.length}@mail.example`, url)
  const read = await call(central, 'GET', `/${id}`)
  expect([read.body.hasLink, read.body.text]).toEqual([true, expect.stringContaining(url.replace(token, '…'))])
  expect((await call(admin, 'POST', `/${id}/reveal`)).body.link).toBe(url)
})

test('a link that is no secret stays readable, also one with a long word', async () => {
  const url = 'https://portal.example/nordic/cases/abcdefghijklmnopqrstuvwxyz-0123456789'
  const mail = { to: 'open@mail.example', subject: 'Case', paragraphs: ['Read it.'], link: { label: 'Open', url } }
  await queueMail(app.portal.db, mail)
  const { id } = (await call(admin, 'GET', '?q=open@')).body._embedded!.mails![0]!
  expect((await call(admin, 'GET', `/${id}`)).body).toMatchObject({ hasLink: false, text: `Read it.\n\nOpen: ${url}` })
})

test('a failed mail is queued again; a dropped or sent one is not', async () => {
  const id = await queued('failed@mail.example')
  const set = (state: string) => app.portal.pool.query('update mail_outbox set state = $1 where id = $2', [state, id])
  await set('FAILED')
  expect((await call(central, 'POST', `/${id}/retry`)).body).toMatchObject({ state: 'WAITING', attempts: 0 })
  expect((await call(central, 'POST', `/${id}/drop`)).body).toMatchObject({ state: 'DROPPED' })
  expect((await call(central, 'POST', `/${id}/retry`)).body).toMatchObject({ status: 409, code: 'mail-dropped' })
  await set('SENT')
  expect((await call(central, 'POST', `/${id}/drop`)).body).toMatchObject({ status: 409, code: 'mail-already-sent' })
  expect((await call(central, 'POST', '/999999/drop')).body).toMatchObject({ status: 404, code: 'mail-not-found' })
})

test('a mail without a link has none to show', async () => {
  await queueMail(app.portal.db, { to: 'plain@mail.example', subject: 'Plain', paragraphs: ['Nothing to follow.'] })
  const { body } = await call(admin, 'GET', '?q=plain@')
  expect((await call(admin, 'POST', `/${body._embedded!.mails![0]!.id}/reveal`)).body.code).toBe('mail-without-link')
})

test('mail queued while no mail server was set is sent when a process starts with one', async () => {
  const id = await queued('later@mail.example')
  // An earlier version ended the job of such a mail without sending it.
  const lost = await queued('lost@mail.example')
  await app.portal.pool.query('select graphile_worker.remove_job($1)', [`mail ${lost}`])
  expect(await stateOf(id)).toBe('WAITING')
  const other = await testApp({ database: app.databaseUrl, env: { SMTP_URL: mailbox.url } })
  try {
    await expect.poll(() => stateOf(id)).toBe('SENT')
    await expect.poll(() => stateOf(lost)).toBe('SENT')
    for (const to of ['later', 'lost']) expect(await mailbox.mailsTo(`${to}@mail.example`)).toHaveLength(1)
  } finally {
    await other.close()
  }
})
