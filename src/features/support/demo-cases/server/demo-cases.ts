import { sql } from 'kysely'
import { openStatuses } from '#features/support/case-access/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import type { DemoCase } from './demo-case.ts'
import { loadCases } from './demo-load-cases.ts'
import { ordinaryCases } from './demo-ordinary.ts'
import { scriptedCases } from './demo-stories.ts'
import { todaysCases } from './demo-today.ts'
import { type Cast, findCast } from './demo-users.ts'

/** Ordinary cases of a year, over all accounts. */
const ORDINARY = 400

/**
 * Creates the cases of the demo: written stories and ordinary cases, with users of each account and times up to now.
 */
export async function makeDemoCases(tx: Tx): Promise<void> {
  const cast = await findCast(tx)
  const accounts = await sql<{ name: string; zone: string }>`
    select a.name, a.time_zone as zone from accounts a where exists (select 1 from deployments d where d.account_id = a.id) order by a.id`.execute(
    tx,
  )
  const zones = new Map(accounts.rows.map(({ name, zone }) => [name, zone]))
  const now = new Date()
  const demoCases = [...scriptedCases(), ...ordinaryCases([...zones.keys()], ORDINARY, now), ...todaysCases()].filter(
    ({ account }) => zones.has(account),
  )
  const datedCases = demoCases.map((one, index) => ({
    one,
    index,
    opened: openedAt(one, zones.get(one.account)!, now),
  }))
  datedCases.sort((a, b) => a.opened.getTime() - b.opened.getTime())
  await loadCases(
    tx,
    datedCases.map(({ one, index, opened }) => enactCase(one, opened, cast, index, now)),
  )
}

/** The case with its users and times, as it is loaded. */
function enactCase(one: DemoCase, openedAt: Date, cast: Cast, index: number, now: Date) {
  const players = cast(one.account, index)
  const latest = now.getTime() - 60_000
  const after = (minutes: number) => new Date(Math.min(openedAt.getTime() + minutes * 60_000, latest)).toISOString()
  const thread = one.thread.map(({ afterMinutes, by, text }) => ({
    at: after(afterMinutes),
    by: players[by],
    inside: by === 'internal',
    staff: by !== 'customer',
    text,
  }))
  const ends = !openStatuses.includes(one.status)
  const { thread: _, opened: __, ...facts } = one
  return {
    ...facts,
    opened: openedAt.toISOString(),
    reporter: one.internal ? players.vendor : players.customer,
    assignee: one.status === 'NEW' ? null : players.vendor,
    thread,
    settled: after((one.thread.at(-1)?.afterMinutes ?? 30) + (ends ? 20 : 0)),
  }
}

/** The time of day at the account, this number of days ago, as an instant; never later than an hour ago. */
function openedAt({ opened }: DemoCase, zone: string, now: Date): Date {
  if ('minutesAgo' in opened) return new Date(now.getTime() - opened.minutesAgo * 60_000)
  const day = new Date(now.getTime() - opened.daysAgo * 86_400_000).toISOString().slice(0, 10)
  const asUtc = new Date(`${day}T${opened.at}:00Z`)
  const shownTime = new Date(
    `${new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(asUtc).replace(' ', 'T')}Z`,
  )
  const moment = asUtc.getTime() - (shownTime.getTime() - asUtc.getTime())
  return new Date(Math.min(moment, now.getTime() - 3_600_000))
}
