import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { rowsOf } from '#test/support-app.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import { reminderDays } from '../contract.ts'
import { remind } from './remind.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => office.close())

const url = '/subscriptions/customer/plans'
const remindAt = (at: Date | string) => inTransaction(office.portal.db, (tx) => remind(tx, office.portal, new Date(at)))
const query = (text: string, values: unknown[] = []) => office.portal.pool.query(text, values)

test('the customer success manager gets a mail and the managers the bound announcement, each once; a moved date reminds again', async () => {
  const { rows } = await query('select id::text from announcement_categories order by id limit 1')
  const template = await office.call('admin', 'POST', '/templates', {
    name: 'Expiry',
    title: 'The plan {{subscription.plan}} expires on {{subscription.expires}}',
    content: 'Ask {{account.csm}} about the next period.',
    deliveryMethod: 'BellAlert',
  })
  expect([template.status, template.text]).toEqual([201, expect.any(String)])
  const binding = { event: 'SUBSCRIPTION_EXPIRING', templateId: template.body.id, type: 'warning', emailCopy: true }
  const bindings = [{ ...binding, categoryId: rows[0].id }]
  const bound = await office.call('admin', 'PUT', '/templates/bindings', { bindings })
  expect([bound.status, bound.text]).toEqual([200, expect.any(String)])
  const list = rowsOf(await office.call('admin', 'GET', `${url}?account=acme`), 'plans')
  const id = String(list[0]!.id)
  const expireIn = async (days: number, plan = 'essentials') => {
    const { rows: day } = await query(
      `select ((now() at time zone time_zone)::date + $1::int)::text as day from accounts where name = 'acme'`,
      [days],
    )
    const changed = await office.call('csm', 'PATCH', `${url}/${id}`, { plan, expirationDate: day[0].day })
    expect(changed.status).toBe(200)
  }
  const later = (days: number) => remindAt(new Date(Date.now() + days * 86_400_000))
  const mails = async () => {
    const { rows: found } = await query(`select subject from mail_outbox where recipient = $1 order by id`, [
      office.users.csm.email,
    ])
    return found.map(({ subject }) => String(subject).replace(/ on .*/, ''))
  }
  await expireIn(31)
  await remindAt(new Date())
  expect(await mails()).toEqual([])
  await later(1)
  await Promise.all([later(1), later(2), remindAt(new Date())])
  expect(await mails()).toEqual(['acme: the essentials plan expires'])
  await expireIn(40)
  await later(2)
  expect(await mails()).toHaveLength(1)
  await later(10)
  await later(41)
  await later(41)
  expect(await mails()).toEqual([
    'acme: the essentials plan expires',
    'acme: the essentials plan expires',
    'acme: the essentials plan expired',
  ])
  // The manager reads the same three in the inbox, and gets them by mail; a user and another account do not.
  const inbox = async (as: Member) =>
    rowsOf(await office.call(as, 'GET', '/announcements/inbox'), 'announcements').map(({ title }) => String(title))
  await expect.poll(() => inbox('acmeManager'), { timeout: 30_000 }).toHaveLength(3)
  expect((await inbox('acmeManager'))[0]).toMatch(/^The plan essentials expires on /)
  expect([await inbox('acmeUser'), await inbox('blueManager')]).toEqual([[], []])
  const { rows: copies } = await query(`select 1 from mail_outbox where recipient = $1`, [
    office.users.acmeManager.email,
  ])
  expect(copies).toHaveLength(3)
})

test('each reminder is sent exactly once, over shifting dates, restarts, and changes to daylight saving time', async () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'Asia/Kolkata']
  const WORLDS = 500
  const start = Date.UTC(2031, 1, 10)
  const day = 86_400_000
  await query(
    `insert into accounts (name, display_name, time_zone, project_key, region)
     select 'world-' || n, 'World ' || n, ($1::text[])[1 + n % 5], 'W' || n, 'EMEA' from generate_series(1, $2::int) n`,
    [zones, WORLDS],
  )
  const { rows: worlds } = await query(
    `select s.id, a.time_zone as zone, row_number() over (order by s.id)::int as n from subscriptions s join accounts a on a.id = s.account_id where a.name like 'world-%'`,
  )
  const random = (seed: number) => {
    let state = seed * 2_654_435_761
    return (below: number) => {
      state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) | 0
      return Math.abs(state) % below
    }
  }
  const localDay = (at: number, zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)
  const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / day)
  const state = worlds.map(({ id, zone, n }) => ({
    id: Number(id),
    zone: String(zone),
    next: random(Number(n)),
    expires: '',
    setOn: '',
    wanted: new Set<string>(),
  }))
  const plan = await query(`select id from plans where name = 'essentials'`)
  await query(`update subscriptions set plan_id = $1 where id = any($2)`, [plan.rows[0].id, state.map(({ id }) => id)])
  // Every 17 hours over 80 days with both changes to daylight saving time; some runs are missed, some happen twice.
  for (let run = 0; run * 17 < 80 * 24; run += 1) {
    const at = start + run * 17 * 3_600_000
    const moved = state.filter((world) => run === 0 || world.next(60) === 0)
    for (const world of moved) {
      world.setOn = localDay(at, world.zone)
      world.expires = new Date(Date.parse(world.setOn) + world.next(90) * day).toISOString().slice(0, 10)
    }
    const given = JSON.stringify(moved.map(({ id, expires, setOn }) => ({ id, expires, setOn })))
    await query(
      `update subscriptions s set expiration_date = g.expires from jsonb_to_recordset($1) as g(id bigint, expires date) where s.id = g.id`,
      [given],
    )
    // The day on which it was set, by the clock of the test.
    await query(
      `update subscriptions s set expiration_set_on = g."setOn" from jsonb_to_recordset($1) as g(id bigint, "setOn" date) where s.id = g.id`,
      [given],
    )
    if (run % 7 === 3) continue
    for (const world of state) {
      const left = daysBetween(localDay(at, world.zone), world.expires)
      const due = reminderDays.findLast((threshold) => left <= threshold)
      if (due !== undefined && left > -60 && daysBetween(world.setOn, world.expires) >= due)
        world.wanted.add(`${world.expires} ${due}`)
    }
    await Promise.all(Array.from({ length: run % 5 === 0 ? 2 : 1 }, () => remindAt(new Date(at))))
  }
  const { rows: sent } = await query(
    `select subject_id as id, data->>'expires' || ' ' || (data->>'threshold') as what from events
     where name = 'subscription.expiring' and subject_id::bigint = any($1)`,
    [state.map(({ id }) => id)],
  )
  const sentTo = new Map<number, string[]>()
  for (const { id, what } of sent) sentTo.set(Number(id), [...(sentTo.get(Number(id)) ?? []), what])
  for (const { id, wanted } of state) expect([id, (sentTo.get(id) ?? []).sort()]).toEqual([id, [...wanted].sort()])
  expect(sent.length).toBeGreaterThan(WORLDS)
})
