import { sql } from 'kysely'
import { storeDueTimes } from '#features/support/cases/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { type EventInput, noUser, recordEvents } from '#kit/server/events/event.ts'
import { addJob, defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { clockBreached, clockWarned } from '../contract.ts'
import { type ClockSource, lockDueClocks, readTargets, type SentNotifications } from './clock-source.ts'
import { type Clock, deriveClocks } from './derive-clocks.ts'

const NAME = defineJob('support.sla-clocks')
/** Cases whose clocks are computed in one transaction. */
const BATCH = 200

/** Computes the clocks that changed or whose warning or due time has come; each minute, and after events. */
export function clocksTask({ db }: AppContext): Task {
  return taskOf(NAME, {
    cron: '* * * * *',
    atStart: true,
    async run(_payload, stopping) {
      while (!stopping?.aborted && (await computeSome(db)) === BATCH);
    },
  })
}

/** Computes soon the clocks that are marked as changed. */
export function computeSoon(tx: Tx | Database): Promise<void> {
  return addJob(tx, NAME, {}, { key: NAME.name })
}

/** Computes some of the clocks that are due; two processes at once take different ones. */
async function computeSome(db: Database): Promise<number> {
  return inTransaction(db, async (tx) => {
    const targets = await readTargets(tx)
    const sources = await lockDueClocks(tx, BATCH)
    if (sources.length === 0) return 0
    const now = Date.now()
    const computedClocks = sources.map((source) => {
      const { hours } = source
      const clocks = deriveClocks(source, (name) => targets(hours.plan, name), hours)
      return { source, clocks, ...outcomeOf(source, clocks, now) }
    })
    await store(tx, computedClocks)
    await storeDueTimes(
      tx,
      computedClocks.map(({ source, clocks }) => ({ caseId: source.caseId, due: earliestDue(clocks) })),
    )
    const news = computedClocks.flatMap(({ source, news }) => news.map((alarm) => ({ source, alarm })))
    await recordEvents(tx, clockWarned, noUser, news.filter(({ alarm }) => alarm.level === 'WARNED').map(factOf))
    await recordEvents(tx, clockBreached, noUser, news.filter(({ alarm }) => alarm.level === 'BREACHED').map(factOf))
    return sources.length
  })
}

type Alarm = { readonly clock: Clock; readonly level: 'WARNED' | 'BREACHED' }

/** The notifications to send now, and when the next are due. What happened before the clocks were first computed has none. */
function outcomeOf({ notified, isNew }: ClockSource, clocks: readonly Clock[], now: number) {
  const after: Record<string, SentNotifications[string]> = {}
  const news: Alarm[] = []
  let next: number | null = null
  for (const clock of clocks) {
    if (clock.state !== 'RUNNING' || clock.due === null || clock.warn === null) {
      if (notified[clock.kind]) after[clock.kind] = notified[clock.kind]!
      continue
    }
    const level = Date.parse(clock.due) <= now ? 'BREACHED' : Date.parse(clock.warn) <= now ? 'WARNED' : null
    const notification = notified[clock.kind]
    // The next update has a clock after each response; the others are one clock, however its due time moves.
    const before =
      notification && (clock.kind !== 'NEXT_UPDATE' || notification.due === clock.due) ? notification.level : null
    if (level !== null) after[clock.kind] = { due: clock.due, level }
    if (level !== null && level !== before && before !== 'BREACHED' && !isNew) news.push({ clock, level })
    const to = level === null ? Date.parse(clock.warn) : level === 'WARNED' ? Date.parse(clock.due) : null
    if (to !== null) next = Math.min(next ?? to, to)
  }
  return { news, notified: after, next }
}

/** The earliest due time of the running clocks. */
function earliestDue(clocks: readonly Clock[]): string | null {
  return clocks.flatMap(({ state, due }) => (state === 'RUNNING' && due !== null ? [due] : [])).toSorted()[0] ?? null
}

type ComputedClocks = {
  readonly source: ClockSource
  readonly clocks: readonly Clock[]
  readonly notified: SentNotifications
  readonly next: number | null
}

async function store(tx: Tx, computedClocks: readonly ComputedClocks[]): Promise<void> {
  const clockRows = computedClocks.map(({ source, clocks, notified, next }) => ({
    case_id: source.caseId,
    clocks,
    notified,
    next_at: next === null ? null : new Date(next).toISOString(),
  }))
  await sql`
    update case_clocks k set clocks = g.clocks, notified = g.notified, next_at = g.next_at, computed_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(clockRows)}::jsonb) as g (case_id bigint, clocks jsonb, notified jsonb, next_at timestamptz)
    where k.case_id = g.case_id`.execute(tx)
}

function factOf({ source, alarm: { clock } }: { readonly source: ClockSource; readonly alarm: Alarm }): EventInput {
  return {
    account: source.accountId,
    subject: source.key,
    data: { caseId: source.caseId, clock: clock.kind, due: clock.due },
  }
}
