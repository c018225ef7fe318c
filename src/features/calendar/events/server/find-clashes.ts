import { sql } from 'kysely'
import { lockAccount } from '#features/accounts/accounts/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { startSlices } from '#kit/server/slices.ts'
import { type Clash, calendarProblems, type findClashes, MOST_DAYS, writeCalendar } from '../contract.ts'
import { newFields, prepare, requireKnown } from './check-fields.ts'
import { instanceOf } from './event-json.ts'
import { type EventInstance, instancesBetween } from './instances-between.ts'
import { instancesIn, type Times } from './time/instances.ts'

const DAY = 86_400_000
/** The most proposed instances that are compared. */
const MOST = 1000
/** The most starts that are named for one event. */
const MOST_STARTS = 100

/** What decides whether two events clash. */
type Work = {
  readonly holds: boolean
  readonly freezes: boolean
  readonly deployments: readonly string[]
  readonly objects: readonly string[]
}

/** The events of the account that a proposed one would overlap and must not. */
export async function clashesOf(
  tx: Tx,
  { session, body }: Pick<RequestContext<typeof findClashes>, 'session' | 'body'>,
) {
  const account = await lockAccount(tx, session, body.accountId, writeCalendar)
  const { rows } = await sql<{ zone: string }>`select time_zone as zone from accounts where id = ${account.id}`.execute(
    tx,
  )
  const { accountId: _, eventId, objects = [], ...fieldValues } = body
  const { fields, timing } = prepare(newFields({ subject: '-', ...fieldValues }, rows[0]!.zone))
  await requireKnown(tx, fields, account.id)
  const from = instancesIn(timing, { from: 0, to: Number.MAX_SAFE_INTEGER, most: 1 })[0]!.from
  const to = from + MOST_DAYS * DAY
  const proposedTimes = instancesIn(timing, { from, to, most: MOST + 1 })
  if (proposedTimes.length > MOST) throwProblem(calendarProblems['calendar-too-many-instances'], { limit: MOST })
  const last = proposedTimes.reduce((end, times) => Math.max(end, times.to), from)
  const work = { ...(await meaningOf(tx, fields.tags)), deployments: fields.deployments, objects }
  const own = eventId === undefined ? sql`true` : sql`${eventId}::bigint not in (e.id, coalesce(e.series_id, 0))`
  const others = await instancesBetween(tx, sql`e.account_id = ${account.id} and ${own}`, { from, to: last })
  const clashes = new Map<number, Clash>()
  const slices = startSlices()
  // The reason is that of the event, whatever the number of its instances.
  const reasons = new Map<number, ReturnType<typeof reasonFor>>()
  for (const other of others) {
    if (slices.isOver) await slices.next()
    const { id } = other.row
    if (!reasons.has(id)) reasons.set(id, reasonFor(work, workOf(other)))
    const clashReason = reasons.get(id)
    if (clashReason)
      addOverlaps(clashes, proposedTimes, other, { ...clashReason, event: instanceOf(other.row, other.times, session) })
  }
  return { clashes: [...clashes.values()], instances: proposedTimes.length, checkedUntil: new Date(to).toISOString() }
}

async function meaningOf(tx: Tx, tags: readonly string[]): Promise<Pick<Work, 'holds' | 'freezes'>> {
  const { rows } = await sql<{ holds: boolean; freezes: boolean }>`
    select coalesce(bool_or(holds_outages), false) as holds, coalesce(bool_or(is_freeze), false) as freezes
    from calendar_tags where id = any(${[...tags]}::bigint[])`.execute(tx)
  return rows[0]!
}

function workOf({ row }: EventInstance): Work {
  const isCancelled = row.maintenance?.status === 'CANCELLED'
  return {
    holds: !isCancelled && row.tags.some(({ holdsOutages }) => holdsOutages),
    freezes: row.tags.some(({ freeze }) => freeze),
    deployments: row.deployments.map(({ id }) => id),
    objects: row.maintenance?.objects ?? [],
  }
}

function reasonFor(one: Work, other: Work): Pick<Clash, 'reason' | 'shared'> | null {
  if ((one.freezes && other.holds) || (one.holds && other.freezes)) return { reason: 'FREEZE', shared: [] }
  if (!one.holds || !other.holds) return null
  const [deployments, objects] = [new Set(other.deployments), new Set(other.objects)]
  const sharedWork = [
    ...one.deployments.filter((id) => deployments.has(id)),
    ...one.objects.filter((name) => objects.has(name)),
  ]
  if (sharedWork.length > 0) return { reason: 'SAME_DEPLOYMENT', shared: sharedWork }
  // Work on named parts that differ does not clash; work on the whole account does with all other work.
  const isWhole = [one, other].some((work) => work.deployments.length + work.objects.length === 0)
  return isWhole ? { reason: 'SAME_ACCOUNT', shared: [] } : null
}

function addOverlaps(
  clashes: Map<number, Clash>,
  proposedTimes: readonly Times[],
  { row, times }: EventInstance,
  first: Pick<Clash, 'reason' | 'shared' | 'event'>,
): void {
  const id = row.seriesId ?? row.id
  for (const { from, to, start } of proposedTimes) {
    if (from >= times.to) return
    if (to <= times.from) continue
    const clash = clashes.get(id) ?? { ...first, starts: [], count: 0 }
    const isKnown = clash.starts.at(-1) === start
    const starts = isKnown || clash.starts.length >= MOST_STARTS ? clash.starts : [...clash.starts, start]
    clashes.set(id, { ...clash, starts, count: clash.count + (isKnown ? 0 : 1) })
  }
}
