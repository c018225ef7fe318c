// Announcements: an inbox of 1,000 rows, the dry run over 60,000 users, the unread count on every page, and a delivery to
// 100,000 users with mail copy.
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { openDatabase } from '../dist/kit/server/database.js'
import { queueMail } from '../dist/kit/server/mail.js'
import { load, send } from './load.mjs'
import { compare } from './rounds.mjs'
import { openWorld } from './world.mjs'

const previewed = 60_000
const delivered = 100_000
const announcements = '/api/announcements'

/** Measures the reading of announcements, then a large delivery with mail. */
export async function benchAnnouncements() {
  const mail = await openMailServer()
  process.env.SMTP_URL = mail.url
  const world = await openWorld({ cases: 1_000 })
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into role_grants (user_id, role) select id, 'ADMIN' from users where email = 'user-1@bench.example'`,
    )
    await addUsers(client, 0, previewed)
    const headers = { ...world.headers, 'content-type': 'application/json' }
    const me = () => ({ url: `${world.app.url}/api/users/me`, headers: world.headers })
    const empty = await compare(world, { product: { program: world.app, next: me } })
    await fillInbox(client)
    const rows = [await inbox(world), await unread(world, me, empty), await preview(world, headers)]
    await addUsers(client, previewed, delivered)
    return [...rows, ...(await delivery(world, client, mail, headers))]
  } finally {
    delete process.env.SMTP_URL
    await client.end()
    await world.close()
    mail.close()
  }
}

async function inbox({ app, floor, account, headers, ...world }) {
  const { product, floor: bare } = await compare(
    world,
    {
      product: { program: app, next: () => ({ url: `${app.url}${announcements}/inbox?size=20`, headers }) },
      floor: { program: floor, next: () => ({ url: `${floor.url}/list?account=${account.id}&status=OPEN` }) },
    },
    { count: 100, width: 1 },
  )
  return {
    goal: 'A1',
    what: 'inbox of 1,000 unread rows, one request after the other',
    measured: `p99 ${product.p99.toFixed(1)} ms, p50 ${product.p50.toFixed(1)}; floor p99 ${bare.p99.toFixed(1)} ms; CPU ${product.cpu.toFixed(2)} ÷ ${bare.cpu.toFixed(2)} ms`,
    wanted: 'p99 ≤ 10 ms',
  }
}

async function unread(world, me, empty) {
  const { product, state } = await compare(world, {
    product: { program: world.app, next: me },
    state: {
      program: world.app,
      next: () => ({ url: `${world.app.url}${announcements}/inbox/state`, headers: world.headers }),
    },
  })
  return {
    goal: 'A2',
    what: 'users/me with 1,000 unread rows, beside an empty inbox; the unread count has a request of its own',
    measured: `${product.cpu.toFixed(2)} and ${empty.product.cpu.toFixed(2)} ms of CPU; the request of the count ${state.cpu.toFixed(2)} ms`,
    wanted: 'adds ≤ 0.1 ms',
  }
}

async function preview({ app }, headers) {
  const next = () => ({ url: `${app.url}${announcements}/preview`, method: 'POST', headers, body: bodyOf('Dry run') })
  await load(next, { count: 5, width: 1 })
  const { p50, p99 } = await load(next, { count: 40, width: 1 })
  return {
    goal: 'A3',
    what: `dry run over ${previewed.toLocaleString('en')} users`,
    measured: `p99 ${p99.toFixed(0)} ms, p50 ${p50.toFixed(0)}`,
    wanted: 'p99 ≤ 150 ms',
  }
}

async function delivery(world, client, mail, headers) {
  const { app } = world
  const values = { values: { 'mail.copies-per-second': 10_000 } }
  await send({ url: `${app.url}/api/settings`, method: 'PUT', headers, body: JSON.stringify(values), status: 200 })
  await client.query('vacuum (analyze)')
  const size = async () => (await client.query('select pg_database_size(current_database()) as bytes')).rows[0].bytes
  const before = Number(await size())
  const began = performance.now()
  const written = await send({ url: `${app.url}${announcements}`, method: 'POST', headers, body: bodyOf('To all') })
  const { id } = JSON.parse(written.text())
  const states = async (text) => (await client.query(text, [id])).rows[0].is
  await until(() =>
    states(
      `select coalesce(bool_and(state = 'DONE'), false) as is from announcement_deliveries where announcement_id = $1`,
    ),
  )
  const stored = (performance.now() - began) / 1000
  const { rows } = await client.query(
    `select count(*)::int as rows, count(distinct user_id)::int as users from announcement_inbox where announcement_id = $1`,
    [id],
  )
  const reset = await timeOfReset(world, mail)
  await until(
    () => states(`select $1::text is not null and not exists (select from mail_outbox where state = 'WAITING') as is`),
    300_000,
  )
  const sent = (performance.now() - began) / 1000
  const grown = (Number(await size()) - before) / 1024 ** 2
  return [
    {
      goal: 'A4',
      what: `delivery to ${delivered.toLocaleString('en')} users with mail copy`,
      measured: `rows in ${stored.toFixed(1)} s (${rows[0].rows} rows of ${rows[0].users} users); ${mail.ids.size} mails, ${mail.doubled} of them twice, ${sent.toFixed(0)} s after the start; the database grew by ${grown.toFixed(0)} MiB`,
      wanted: '≤ 60 s, each once, ≤ 50 MB',
    },
    {
      goal: 'A5',
      what: 'a password reset at the mail server while copies are sent',
      measured: `${reset.toFixed(0)} ms`,
      wanted: '≤ 5 s',
    },
  ]
}

async function timeOfReset(world, mail) {
  const { db, close } = openDatabase(world.databaseUrl, { size: 1 })
  const began = performance.now()
  await queueMail(db, { to: 'reset@bench.example', subject: 'Reset', paragraphs: ['Set a password.'], urgent: true })
  await until(() => mail.reset)
  await close()
  return performance.now() - began
}

const bodyOf = (title) =>
  JSON.stringify({
    title,
    message: 'Modems restart **once**.',
    type: 'info',
    deliveryMethod: 'BellAlert',
    emailCopy: true,
    categoryId: '1',
    recipientsType: 'FILTER',
    recipients: { roles: ['FIELDTECH'], accounts: ['bench-1'] },
  })

async function addUsers(client, from, to) {
  await client.query(
    `with made as (
       insert into users (email, full_name, state, subscriptions)
       select 'fan' || n || '@bench.example', 'Fan Out ' || n, 'active', '{ANNOUNCEMENTS}' from generate_series($1::int + 1, $2::int) n returning id
     ) insert into role_grants (user_id, role, account_id) select id, 'FIELDTECH', (select id from accounts where name = 'bench-1') from made`,
    [from, to],
  )
  await client.query('vacuum (analyze)')
}

/** 1,000 announcements for one user, none acknowledged. */
async function fillInbox(client) {
  await client.query(`
    with made as (
      insert into announcements (title, message, type, delivery_method, category_id, recipients_type, delivery_time_type, delivery_time, time_zone, author_id, state)
      select 'Bench ' || n, 'Modems restart once.', 'info', 'BellAlert', 1, 'EVERYONE', 'NOW', now(), 'UTC', (select min(id) from users), 'ENABLED'
      from generate_series(1, 1000) n returning id
    ) insert into announcement_inbox (user_id, announcement_id, occurrence)
    select (select id from users where email = 'user-1@bench.example'), id, 1 from made`)
  await client.query('vacuum (analyze)')
}

/** A mail server that keeps the ids of what it took. */
async function openMailServer() {
  const ids = new Set()
  const taken = { ids, doubled: 0, reset: false }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let head = ''
      stream.on('data', (chunk) => {
        head += head.length < 4_000 ? chunk : ''
      })
      stream.on('end', () => {
        const [, id] = /^Message-ID: (.+)$/im.exec(head) ?? []
        if (session.envelope.rcptTo[0].address === 'reset@bench.example') taken.reset = true
        else if (ids.has(id)) taken.doubled += 1
        else ids.add(id)
        done()
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  return Object.assign(taken, { url: `smtp://127.0.0.1:${smtp.server.address().port}`, close: () => smtp.close() })
}

async function until(isSo, most = 180_000) {
  for (const end = Date.now() + most; !(await isSo()); ) {
    if (Date.now() > end) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
