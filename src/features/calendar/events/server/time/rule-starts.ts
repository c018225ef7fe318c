import { type RecurrenceRule, weekdays } from '../../contract.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LAST = Date.UTC(2200, 0, 1)

/** From where to where the starts of a rule are wanted: the periods of `from` and `to` are given whole. */
type Range = { readonly from?: number; readonly to?: number }

/**
 * The starts that a rule gives (RFC 5545 §3.3.10), in order, as milliseconds of clock times; those before `start` are
 * left out, COUNT and UNTIL are not applied. A rule goes from period to period, and each period is a whole number of
 * intervals after that of the start. In a period the days that fit all parts are taken, then their hours and minutes,
 * then the positions of BYSETPOS. So every part limits, and what the table of the RFC calls to expand is a longer period.
 */
export function* startsOfRule(
  rule: RecurrenceRule,
  start: number,
  { from = start, to = LAST }: Range,
): Generator<number> {
  const given = withStartParts(rule, start)
  const periods = periodsOf(rule, start)
  const fits = dayFilter(given)
  const position = positionFilter(given.bySetPosition)
  const { interval } = rule
  const first = Math.max(0, Math.floor(periods.indexOf(from) / interval) * interval)
  for (let index = first; ; index += interval) {
    const [begin, end] = periods.at(index)
    if (begin > to || begin >= LAST) return
    const found = startsIn(begin, end, { ...given, fits })
    for (const [at, one] of found.entries()) if (one >= start && position(at + 1, found.length)) yield one
  }
}

type Completed = RecurrenceRule & { readonly second: number }

/** The parts that a rule takes from the start of the event, written out. */
function withStartParts(rule: RecurrenceRule, start: number): Completed {
  const date = new Date(start)
  const inOrder = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b)
  const times = {
    byHour: rule.byHour.length > 0 || rule.frequency === 'HOURLY' ? inOrder(rule.byHour) : [date.getUTCHours()],
    byMinute: rule.byMinute.length > 0 ? inOrder(rule.byMinute) : [date.getUTCMinutes()],
    second: date.getUTCSeconds() * 1000,
  }
  return { ...rule, ...dayParts(rule, date), ...times }
}

function dayParts(rule: RecurrenceRule, date: Date): Partial<RecurrenceRule> {
  const { frequency, byDay, byMonthDay, byMonth, byYearDay, byWeekNumber } = rule
  if (byDay.length + byMonthDay.length + byYearDay.length > 0) return {}
  if (frequency === 'WEEKLY' || byWeekNumber.length > 0)
    return { byDay: [{ day: weekdays[weekdayOf(date.getTime())]!, position: null }] }
  if (frequency !== 'MONTHLY' && frequency !== 'YEARLY') return {}
  const ownMonth = frequency === 'YEARLY' && byMonth.length === 0
  return { byMonthDay: [date.getUTCDate()], ...(ownMonth ? { byMonth: [date.getUTCMonth() + 1] } : {}) }
}

/** The periods of a frequency, numbered from that of the start: `at` gives begin and end of one. */
function periodsOf({ frequency, weekStart }: RecurrenceRule, start: number) {
  const date = new Date(start)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  if (frequency === 'YEARLY')
    return {
      indexOf: (time: number) => new Date(time).getUTCFullYear() - year,
      at: (index: number) => [Date.UTC(year + index, 0), Date.UTC(year + index + 1, 0)] as const,
    }
  if (frequency === 'MONTHLY')
    return {
      indexOf: (time: number) => (new Date(time).getUTCFullYear() - year) * 12 + new Date(time).getUTCMonth() - month,
      at: (index: number) => [Date.UTC(year, month + index), Date.UTC(year, month + index + 1)] as const,
    }
  const length = { WEEKLY: 7 * DAY, DAILY: DAY, HOURLY: HOUR }[frequency]
  const base = frequency === 'WEEKLY' ? weekBegin(start, weekdays.indexOf(weekStart)) : start - modulo(start, length)
  return {
    indexOf: (time: number) => Math.floor((time - base) / length),
    at: (index: number) => [base + index * length, base + (index + 1) * length] as const,
  }
}

function startsIn(
  begin: number,
  end: number,
  { byHour, byMinute, second, frequency, fits }: Completed & { readonly fits: (day: number) => boolean },
): number[] {
  const hour = modulo(begin, DAY) / HOUR
  const ownHour = byHour.length === 0 || byHour.includes(hour) ? [hour] : []
  const hours = frequency === 'HOURLY' ? ownHour : byHour
  const found: number[] = []
  for (let day = begin - modulo(begin, DAY); day < end; day += DAY)
    if (fits(day))
      for (const one of hours) for (const minute of byMinute) found.push(day + one * HOUR + minute * MINUTE + second)
  return found
}

/** Whether a day, given as its midnight, fits all parts that speak of days. */
function dayFilter(rule: Completed): (day: number) => boolean {
  const { frequency, byMonth, byMonthDay, byYearDay, byWeekNumber, byDay, weekStart } = rule
  const [isMonthDay, isYearDay] = [positionFilter(byMonthDay), positionFilter(byYearDay)]
  const isWeek = positionFilter(byWeekNumber)
  const isOfYear = frequency === 'YEARLY' && byMonth.length === 0
  const fits = (day: number) => {
    const date = new Date(day)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
    if (byMonth.length > 0 && !byMonth.includes(month + 1)) return false
    const ofMonth = [date.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate()] as const
    const ofYear = placeInYear(day)
    if (!isMonthDay(...ofMonth) || !isYearDay(...ofYear)) return false
    if (byWeekNumber.length > 0 && !isWeek(...weekOf(day, weekdays.indexOf(weekStart)))) return false
    const [place, length] = isOfYear ? ofYear : ofMonth
    const positions = [null, Math.ceil(place / 7), -Math.ceil((length - place + 1) / 7)]
    const name = weekdays[weekdayOf(day)]
    return byDay.length === 0 || byDay.some((one) => one.day === name && positions.includes(one.position))
  }
  // The hours of a day are asked one after the other.
  let known = { day: Number.NaN, is: false }
  return (day) => {
    if (known.day !== day) known = { day, is: fits(day) }
    return known.is
  }
}

/** Whether a place, counted from 1, is among positions, which may count from the end; no positions take every place. */
function positionFilter(positions: readonly number[]): (place: number, length: number) => boolean {
  return (place, length) =>
    positions.length === 0 || positions.includes(place) || positions.includes(place - length - 1)
}

/** The number of a day in its year, and the number of days. */
function placeInYear(day: number): readonly [place: number, length: number] {
  const year = new Date(day).getUTCFullYear()
  return [(day - Date.UTC(year, 0)) / DAY + 1, (Date.UTC(year + 1, 0) - Date.UTC(year, 0)) / DAY]
}

/** The number of the week of a day, and the number of weeks of the year that has most of its days. */
function weekOf(day: number, weekStart: number): readonly [week: number, weeks: number] {
  const [fourth, length] = placeInYear(weekBegin(day, weekStart) + 3 * DAY)
  const firstFourth = ((fourth - 1) % 7) + 1
  return [Math.ceil(fourth / 7), Math.floor((length - firstFourth) / 7) + 1]
}

function weekBegin(time: number, weekStart: number): number {
  const day = time - modulo(time, DAY)
  return day - ((weekdayOf(day) - weekStart + 7) % 7) * DAY
}

function weekdayOf(time: number): number {
  return (new Date(time).getUTCDay() + 6) % 7
}

function modulo(time: number, length: number): number {
  return ((time % length) + length) % length
}
