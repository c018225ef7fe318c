import type { CaseStatus } from '#features/support/case-access/contract.ts'
import type { ClockKind } from '../contract.ts'
import { type BusinessCalendar, countTime } from './business-time.ts'

const MINUTE = 60_000
/** A warning comes when this share of the time is used. */
const WARN_AT = 0.75
const endedStatuses: readonly CaseStatus[] = ['RESOLVED', 'CLOSED', 'DECLINED']

/** One recorded change of a case, as far as its clocks depend on it. */
export type ClockEvent = {
  readonly at: number
  readonly status?: readonly [CaseStatus, CaseStatus] | undefined
  /** The vendor wrote something that the customer reads. */
  readonly answers: boolean
}
export type ClockTargets = {
  readonly firstResponse: number | null
  readonly nextUpdate: number | null
  readonly resolution: number | null
  readonly business: boolean
}
export type ClockCase = {
  readonly created: number
  /** Now; the events contain what they were before. */
  readonly status: CaseStatus
  readonly priority: string
  /** In order of time. */
  readonly events: readonly ClockEvent[]
}
export type Clock = {
  readonly kind: ClockKind
  readonly state: 'RUNNING' | 'PAUSED' | 'MET' | 'MISSED'
  readonly minutes: number
  readonly business: boolean
  readonly due: string | null
  readonly warn: string | null
  readonly ended: string | null
  /** Minutes left where it is paused before it is due. */
  readonly left: number | null
  readonly pausedBecause: 'WAITING_FOR_CUSTOMER' | null
}
type Span = { readonly from: number; readonly until: number | null }
type Run = { readonly spans: readonly Span[]; readonly end: number | null; readonly paused: boolean }

/**
 * The clocks of a case, from its recorded events, the targets of its plan and the business hours alone: the same input
 * always gives the same clocks. The targets of the current priority hold from the beginning.
 */
export function deriveClocks(
  source: ClockCase,
  targetsOf: (priority: string) => ClockTargets | undefined,
  calendar: BusinessCalendar,
): Clock[] {
  const targets = targetsOf(source.priority)
  if (!targets) return []
  const timeline = statusSpans(source)
  const answers = source.events.filter(({ answers }) => answers).map(({ at }) => at)
  const end = endOf(source)
  const clock = (kind: ClockKind, minutes: number | null, run: Run | null) =>
    minutes === null || run === null ? [] : [clockOf(kind, minutes, run, targets.business ? calendar : null)]
  const respondedAt = answers[0] ?? end
  const lastAnswer = answers.at(-1)
  return [
    ...clock('FIRST_RESPONSE', targets.firstResponse, runOf(timeline, source.created, respondedAt)),
    ...clock(
      'NEXT_UPDATE',
      targets.nextUpdate,
      lastAnswer === undefined || end !== null ? null : runOf(timeline, lastAnswer, null),
    ),
    ...clock('RESOLUTION', targets.resolution, runOf(timeline, source.created, end)),
  ]
}

type StatusSpan = Span & { readonly status: CaseStatus }

function statusSpans({ created, status, events }: ClockCase): StatusSpan[] {
  const moves = events.flatMap(({ at, status: move }) => (move ? [{ at: Math.max(at, created), move }] : []))
  const spans: StatusSpan[] = []
  let from = created
  let current = moves[0]?.move[0] ?? status
  for (const { at, move } of moves) {
    if (at > from) spans.push({ from, until: at, status: current })
    from = at
    current = move[1]
  }
  return [...spans, { from, until: null, status: current }]
}

/** When the case ended for good; null while it is open. */
function endOf({ created, status, events }: ClockCase): number | null {
  if (!endedStatuses.includes(status)) return null
  const moves = events.filter(({ status: move }) => move)
  let at: number | null = null
  for (const { at: when, status: move } of moves) at = endedStatuses.includes(move![1]) ? (at ?? when) : null
  return at ?? events.at(-1)?.at ?? created
}

/** The spans in which a clock counts: while the case is open and does not wait for the customer. */
function runOf(timeline: readonly StatusSpan[], begin: number, end: number | null): Run {
  const counts = (status: CaseStatus) => status !== 'WAITING_FOR_CUSTOMER' && !endedStatuses.includes(status)
  const spans = timeline.flatMap(({ from, until, status }) => {
    const first = Math.max(from, begin)
    const last = end === null ? until : Math.min(until ?? end, end)
    return counts(status) && (last === null || last > first) ? [{ from: first, until: last }] : []
  })
  return { spans, end, paused: end === null && timeline.at(-1)!.status === 'WAITING_FOR_CUSTOMER' }
}

function clockOf(
  kind: ClockKind,
  minutes: number,
  { spans, end, paused }: Run,
  calendar: BusinessCalendar | null,
): Clock {
  const { at: dueAt, counted: countedTime } = reach(spans, minutes * MINUTE, calendar)
  const warn = reach(spans, minutes * MINUTE * WARN_AT, calendar).at
  const state =
    end !== null ? (dueAt === null || dueAt >= end ? 'MET' : 'MISSED') : paused && dueAt === null ? 'PAUSED' : 'RUNNING'
  return {
    kind,
    state,
    minutes,
    business: calendar !== null,
    due: iso(dueAt),
    warn: iso(warn),
    ended: iso(end),
    left: state === 'PAUSED' ? Math.ceil((minutes * MINUTE - countedTime) / MINUTE) : null,
    pausedBecause: state === 'PAUSED' ? 'WAITING_FOR_CUSTOMER' : null,
  }
}

/** When the spans together hold that much counted time. */
function reach(spans: readonly Span[], most: number, calendar: BusinessCalendar | null) {
  let countedTime = 0
  for (const span of spans) {
    const { at, counted: here } = countTime(calendar, { ...span, most: most - countedTime })
    if (at !== null) return { at, counted: most }
    countedTime += here
  }
  return { at: null, counted: countedTime }
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(Math.round(at)).toISOString()
}
