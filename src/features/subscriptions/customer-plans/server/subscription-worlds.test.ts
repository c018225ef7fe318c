import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FacetValue } from '#features/accounts/accounts/contract.ts'
import { dayText } from '#features/messaging/templates/contract.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { rowsOf } from '#test/support-app.ts'
import { type Member, type UserManagementApp, userManagementApp } from '#test/user-management-app.ts'
import { type CustomerPlanDetail, type PreviewedAccount, reminderDays } from '../contract.ts'
import { remind } from './remind.ts'

let office: UserManagementApp
beforeAll(async () => {
  office = await userManagementApp({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => office.close())

/** More worlds outside the usual run. */
const SOAK = process.env.SOAK_ROUNDS !== undefined
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
  const { rows: copies } = await query(
    `select 1 from mail_outbox m join users u on u.id = m.user_id where u.email = $1`,
    [office.users.acmeManager.email],
  )
  expect(copies).toHaveLength(3)
})

test('a template that is bound to the reminder is the text of the mail to the customer success manager, and announces nothing', async () => {
  const { rows } = await query('select id::text from announcement_categories order by id limit 1')
  const templates = rowsOf(await office.call('admin', 'GET', '/templates?size=200'), 'templates')
  const { id: templateId } = templates.find(({ name }) => String(name) === 'Subscription reminder')!
  const binding = { event: 'SUBSCRIPTION_REMINDER', templateId, type: 'info', emailCopy: true, categoryId: rows[0].id }
  const bound = await office.call('admin', 'PUT', '/templates/bindings', { bindings: [binding] }, { 'if-match': '*' })
  expect([bound.status, bound.text]).toEqual([200, expect.any(String)])
  const announced = async () => (await query('select count(*)::int as count from announcements')).rows[0].count
  const before = await announced()
  const { rows: day } = await query(
    `update subscriptions s set expiration_date = (now() at time zone a.time_zone)::date + 20, expiration_set_on = current_date
     from accounts a where a.id = s.account_id and a.name = 'acme' returning expiration_date::text as day`,
  )
  await remindAt(new Date(Date.now() + 13 * 86_400_000))
  const { rows: mails } = await query(
    'select subject, body_text as text from mail_outbox where recipient = $1 order by id desc limit 1',
    [office.users.csm.email],
  )
  const expires = dayText(Date.parse(day[0].day), 'UTC')
  expect(mails[0].subject).toBe(`acme: the essentials plan ends on ${expires}`)
  expect(mails[0].text).toContain('(days left: 7). Agree on the next period')
  expect(mails[0].text).toContain('/admin/subscriptions/customers/')
  expect(await announced()).toBe(before)
  expect((await office.call('admin', 'PUT', '/templates/bindings', { bindings: [] }, { 'if-match': '*' })).status).toBe(
    200,
  )
})

test('each reminder is sent exactly once, over shifting dates, restarts, and changes to daylight saving time', async () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'Asia/Kolkata']
  const WORLDS = SOAK ? 2000 : 500
  const start = Date.UTC(2031, 1, 20)
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
  // Every 23 hours over 45 days with both changes to daylight saving time; some runs are missed, some happen twice.
  for (let run = 0; run * 23 < 45 * 24; run += 1) {
    const at = start + run * 23 * 3_600_000
    const moved = state.filter((world) => run === 0 || world.next(90) === 0)
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
  expect(sent.length).toBeGreaterThan(WORLDS / 2)
  for (const { id, expires, wanted } of state.slice(0, 20)) {
    const { text } = await office.call('admin', 'GET', `/subscriptions/customer/plans/${id}`)
    const { reminders } = JSON.parse(text) as CustomerPlanDetail
    const shown = reminders.filter(({ sent }) => sent !== null)
    const current = [...wanted].filter((what) => what.startsWith(expires)).map((what) => Number(what.split(' ')[1]))
    expect([id, shown.map(({ threshold }) => threshold).sort()]).toEqual([id, current.sort()])
  }
})

test('the preview says for each account what the change then does, and the effective value is the override, else the plan’s', async () => {
  const ACCOUNTS = SOAK ? 500 : 160
  const number = (below: number) => Math.floor(Math.random() * below)
  await query(
    `insert into accounts (name, display_name, time_zone, project_key, region)
     select 'prediction-' || n, 'Prediction ' || n, 'Europe/Berlin', 'Q' || n, 'EMEA' from generate_series(1, $1::int) n`,
    [ACCOUNTS],
  )
  const services = rowsOf(await office.call('admin', 'GET', '/subscriptions/facets'), 'facets')
  const stops = services.filter(({ name }) => String(name) !== 'facet-downloads-max-month').slice(0, 5)
  for (const { id, version } of stops)
    await office.call(
      'admin',
      'PATCH',
      `/subscriptions/facets/${id}`,
      { afterExpiry: 'STOP' },
      { 'if-match': `"${version}"` },
    )
  const { rows: accounts } = await query(
    `select a.id::text as account, s.id::text as id from accounts a join subscriptions s on s.account_id = a.id where a.name like 'prediction-%'`,
  )
  const every = accounts.map(({ account }) => String(account))
  let ids = every
  const effective = async () => {
    const { rows } = await query(
      `select account_id::text || ' ' || facet as cell, case when is_infinity then 'infinite'
         else coalesce(number_value::text, boolean_value::text, list_value) end as value from effective_facets where account_id = any($1)`,
      [ids],
    )
    return new Map(rows.filter(({ value }) => value !== null).map(({ cell, value }) => [String(cell), String(value)]))
  }
  /** Override, else plan, else none; what stops is 0, no or nothing after the last day. */
  const expected = async () => {
    const { rows } = await query(
      `select s.account_id::text || ' ' || f.name as cell, f.value_type as type, f.after_expiry = 'STOP' and s.plan_id is not null
           and coalesce(s.expiration_date < (now() at time zone 'Europe/Berlin')::date, false) as stopped,
         (select to_jsonb(o) from facet_overrides o where o.account_id = s.account_id and o.facet_id = f.id) as own,
         (select to_jsonb(p) from plan_facets p where p.plan_id = s.plan_id and p.facet_id = f.id) as planned
       from subscriptions s cross join facets f where s.account_id = any($1)`,
      [ids],
    )
    return new Map(
      rows.flatMap(({ cell, type, stopped, own, planned }) => {
        const value = own ?? planned
        if (!value) return []
        if (stopped) return type === 'LIST' ? [] : [[String(cell), type === 'NUMBER' ? '0' : 'false'] as const]
        const text = value.is_infinity ? 'infinite' : (value.number_value ?? value.boolean_value ?? value.list_value)
        return [[String(cell), String(text)] as const]
      }),
    )
  }
  const textOf = (value: FacetValue | null) =>
    value === null
      ? undefined
      : value.isInfinity
        ? 'infinite'
        : String(value.numberValue ?? value.booleanValue ?? value.listValue)
  /** The targets of each priority of an account, as its cases get them. */
  const targets = async () => {
    const { rows } = await query(
      `select s.account_id::text || ' ' || t.priority as cell,
         json_build_object('firstResponse', first_response, 'nextUpdate', next_update, 'resolution', resolution, 'business', business) as value
       from subscriptions s left join sla_hours h on h.account_id = s.account_id
         join sla_targets t on t.plan = coalesce(h.plan, 'ESSENTIALS') where s.account_id = any($1)`,
      [ids],
    )
    return new Map(rows.map(({ cell, value }) => [String(cell), value]))
  }
  const plans = ['connected', 'essentials', 'enterprise', null]
  const limit = services.find(({ name }) => String(name) === 'facet-users-max-users')!
  const today = (await query(`select (now() at time zone 'Europe/Berlin')::date::text as day`)).rows[0].day
  const kinds = ['cells', 'cells', 'cells', 'plan', 'plan', 'date', 'date', 'own', 'own'] as const
  for (const [round, kind] of kinds.entries()) {
    // Values of all plans by one call, plans of some accounts by one call, or one by one with a date or own values.
    ids = kind === 'cells' ? every : every.slice(0, kind === 'plan' ? 50 : 15)
    // Any state to begin with.
    await query(
      `update subscriptions s set plan_id = (select id from plans order by random() + s.id limit 1), free_trial = random() < 0.3,
         expiration_date = case when random() < 0.4 then current_date - 5 when random() < 0.5 then current_date + 9 end where account_id = any($1)`,
      [ids],
    )
    await query(`delete from facet_overrides where account_id = any($1)`, [ids])
    await query(
      `insert into facet_overrides (account_id, facet_id, number_value) select a, f.id, floor(random() * 9)
       from unnest($1::bigint[]) a, facets f where f.value_type = 'NUMBER' and random() < 0.3`,
      [ids],
    )
    const before = await effective()
    expect(before).toEqual(await expected())
    const plan = plans[number(plans.length)]!
    const own = {
      facet: { name: limit.name },
      constraintValue: number(2) ? { isInfinity: false, numberValue: 0 } : null,
    }
    const stored = rowsOf(await office.call('admin', 'GET', '/subscriptions/plans'), 'plans')
    const cells = stored.flatMap(({ id, version }) =>
      services
        .filter(
          ({ valueType, minimum, maximum }) => String(valueType) === 'NUMBER' && !minimum && !maximum && number(2),
        )
        .map(({ name }) => ({
          plan: { id: String(id), version: Number(version) },
          facet: { name: String(name) },
          constraintValue: [{ isInfinity: true }, { numberValue: number(9) }, null][number(3)]!,
        })),
    )
    const change = {
      ...(kind === 'cells'
        ? { cells: cells.map(({ plan: { id }, ...cell }) => ({ ...cell, plan: { id } })) }
        : { plan: plan as string | null }),
      ...(kind === 'date' ? { expirationDate: round % 2 ? null : today } : {}),
      ...(kind === 'own' ? { overrides: [own] } : {}),
    }
    const previews = rowsOf(
      await office.call('admin', 'POST', '/subscriptions/preview', { accounts: ids, ...change }),
      'accounts',
    )
    const predicted = new Map(before)
    const targetsBefore = await targets()
    const predictedTargets = new Map(targetsBefore)
    for (const { accountId, slaTargets } of previews as unknown as PreviewedAccount[])
      for (const { priority, before: was, after } of slaTargets) {
        expect([accountId, was]).toEqual([accountId, targetsBefore.get(`${accountId} ${priority}`)])
        predictedTargets.set(`${accountId} ${priority}`, after)
      }
    for (const { accountId, changes } of previews as unknown as PreviewedAccount[])
      for (const { facet, before: was, after } of changes) {
        const cell = `${accountId} ${facet.name}`
        expect([cell, textOf(was)]).toEqual([cell, before.get(cell)])
        const text = textOf(after)
        if (text === undefined) predicted.delete(cell)
        else predicted.set(cell, text)
      }
    if (kind === 'cells') {
      const path = `/subscriptions/plans/facets/${cells[0]!.plan.id}`
      const headers = { 'if-match': `"${cells[0]!.plan.version}"` }
      expect((await office.call('admin', 'PATCH', path, { cells }, headers)).status).toBe(200)
    } else if (kind === 'plan') {
      const { rows } = await query('select id::text, version from subscriptions where account_id = any($1)', [ids])
      const stale = [{ ...rows[0], version: rows[0].version - 1 }, ...rows.slice(1)]
      expect((await office.call('admin', 'POST', `${url}/change`, { subscriptions: stale, plan })).status).toBe(412)
      expect(await effective()).toEqual(before)
      const changed = await office.call('admin', 'POST', `${url}/change`, { subscriptions: rows, plan })
      expect([changed.status, changed.text]).toEqual([200, expect.stringMatching(/"changed":\d+/)])
    } else
      for (const { id } of accounts.slice(0, ids.length)) await office.call('admin', 'PATCH', `${url}/${id}`, change)
    expect(await effective()).toEqual(predicted)
    expect(await targets()).toEqual(predictedTargets)
  }
  // Only an administrator or the assigned manager of customer success.
  const some = { subscriptions: [{ id: accounts[0].id, version: 1 }], plan: null }
  expect((await office.call('csm', 'POST', `${url}/change`, some)).status).toBe(403)
  expect((await office.call('staff', 'POST', `${url}/change`, some)).status).toBe(403)
})

test('twelve times MRR is ARR, and ARR times the years is the contract value to the minor unit, before rounding', async () => {
  const worlds = fc.sample(
    fc.record({
      value: fc.oneof(
        fc.nat(100),
        fc.maxSafeNat().map((value) => value % 1e13),
      ),
      years: fc.integer({ min: 1, max: 5 }),
    }),
    { numRuns: 500, seed: 16 },
  )
  await query(`insert into accounts (name, display_name, time_zone, project_key, region)
    select 'money-' || n, 'Money ' || n, 'Europe/Berlin', 'M' || n, 'EMEA' from generate_series(1, 500) n`)
  await query(
    `update subscriptions s set contract_value = w.value, contract_length = w.years, currency = 'EUR'
     from accounts a, jsonb_to_recordset($1) as w(n int, value bigint, years int) where a.id = s.account_id and a.name = 'money-' || w.n`,
    [JSON.stringify(worlds.map((world, n) => ({ n: n + 1, ...world })))],
  )
  const rows = rowsOf(await office.call('admin', 'GET', `${url}?q=money-&size=500`), 'plans')
  expect(rows).toHaveLength(500)
  for (const { account, arr, mrr, contractValue, contractLength } of rows) {
    const world = worlds[Number(String(account).slice(6)) - 1]!
    expect([Number(contractValue), Number(contractLength)]).toEqual([world.value, world.years])
    expect(Math.abs(Number(mrr) * 12 - Number(arr))).toBeLessThan(0.5)
    expect(Math.round(Number(arr) * world.years)).toBe(world.value)
    expect(Math.round(Number(mrr) * 12 * world.years)).toBe(world.value)
  }
  const { body } = await office.call('admin', 'GET', `${url}/totals?q=money-`)
  const [total] = body.totals as unknown as { contractValue: number; arr: number; mrr: number }[]
  expect(total!.contractValue).toBe(worlds.reduce((sum, { value }) => sum + value, 0))
  expect(Math.abs(total!.mrr * 12 - total!.arr) / total!.arr).toBeLessThan(1e-12)
})
