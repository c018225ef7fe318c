import { expect, test } from 'vitest'
import { openMailbox } from './mailbox.ts'
import { openProduct, type Product } from './product-process.ts'
import { smallWorld } from './small-world.ts'
import { until } from './software-app.ts'

const rounds = Number(process.env.SOAK_ROUNDS ?? 3)
const users = Number(process.env.FAN_OUT_USERS ?? (process.env.SOAK_ROUNDS ? 10_000 : 1_000))
/** One in ten gets the mail copy, and another one in ten has an open session. */
const mailed = users / 10
const online = users / 10
/** Mails on their way at once. */
const connections = 4

test(
  `kill -9 in the middle of a delivery to ${users} users, ${rounds} rounds: no inbox row, live message or mail is lost or doubled`,
  async () => {
    const mailbox = await openMailbox()
    const product = await openProduct({ SMTP_URL: mailbox.url, DEMO: 'off' })
    try {
      await product.query(smallWorld)
      await product.query(newUsers, [users])
      await product.query(newSessions, [])
      for (let round = 0; round < rounds; round += 1) {
        const title = `Delivery ${round}`
        const before = mailbox.received.length
        const announcement = await announce(product, title)
        // Killed when the delivery begins, after its first rows, and in the middle of its mails.
        if (round % 3 === 1) await until(async () => (await rowsOf(product, announcement)) > 0 || undefined)
        if (round % 3 === 2) await until(async () => mailbox.received.length > before + mailed / 4 || undefined)
        const began = Date.now()
        product.kill()
        await product.start()
        await product.releaseJobs()
        await until(async () => (await isDone(product, announcement)) || undefined)
        expect(await rowsOf(product, announcement)).toBe(users)
        expect(await notifiedOnce(product, round + 1)).toBe(online)
        const mails = mailbox.received.filter(({ subject }) => subject === title)
        expect(new Set(mails.map(({ to }) => to?.[0]?.address)).size).toBe(mailed)
        // Mails that were taken in the moment of the kill are sent again under their ids: a mailbox shows each once.
        expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(mailed)
        expect(mails.length - mailed).toBeLessThanOrEqual(connections)
        console.info(`round ${round}: ${users} rows, ${mails.length} mails, ${Date.now() - began} ms after the kill`)
      }
    } finally {
      await product.close()
      mailbox.close()
    }
  },
  120_000 + rounds * (60_000 + users * 5),
)

const newUsers = `
  with made as (
    insert into users (email, full_name, state, subscriptions)
    select 'fan' || n || '@people.example', 'Fan Out ' || n, 'active', case when n % 10 = 0 then '{ANNOUNCEMENTS}'::text[] else '{}' end from generate_series(1, $1::int) n returning id
  )
  insert into role_grants (user_id, role, account_id)
  select id, 'FIELDTECH', (select id from accounts where name = 'larkspur-cable') from made`
const newSessions = `
  insert into sessions (user_id, provider_id, refresh_limit, expires_at, ends_at)
  select id, 'test', 8, now() + interval '1 day', now() + interval '1 day' from users
  where email like 'fan%@people.example' and substring(email from '[0-9]+')::int % 10 = 1`

/** Delivers an announcement with mail copy to these users; returns its id. */
async function announce(product: Product, title: string): Promise<string> {
  const headers = { authorization: `Bearer ${product.tokenOf('samuel.adeyemi@harmonic.example')}` }
  const url = `${product.url}/api/announcements`
  const listed = (await (await fetch(`${url}/categories`, { headers })).json()) as {
    _embedded: { categories: { id: string }[] }
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      title,
      message: 'Modems restart once.',
      type: 'info',
      deliveryMethod: 'BellAlert',
      emailCopy: true,
      categoryId: listed._embedded.categories[0]!.id,
      recipientsType: 'FILTER',
      recipients: { accounts: ['larkspur-cable'], roles: ['FIELDTECH'] },
    }),
  })
  const { id } = (await response.json()) as { id: string }
  expect(response.status).toBe(201)
  return id
}

async function rowsOf(product: Product, announcement: string): Promise<number> {
  const { rowCount } = await product.query('select from announcement_inbox where announcement_id = $1', [announcement])
  return rowCount ?? 0
}

/** Users with a session whose topic has this many messages of deliveries: one for each. */
async function notifiedOnce(product: Product, deliveries: number): Promise<number> {
  const { rows } = await product.query(
    `select count(*)::int as users from users u join live_destinations d on d.destination = '/person/' || u.id || '/topic/delivery-jobs/bell-alerts'
     where u.email like 'fan%@people.example' and d.sequence = $1`,
    [deliveries],
  )
  return rows[0].users
}

async function isDone(product: Product, announcement: string): Promise<boolean> {
  const { rows } = await product.query(
    `select not exists (select from announcement_deliveries where announcement_id = $1 and state = 'WAITING')
      and not exists (select from mail_outbox where state = 'WAITING') as done`,
    [announcement],
  )
  return rows[0].done
}
