import { type RecurrenceRule, weekdays } from '../../contract.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LAST = Date.UTC(2200, 0, 1)

/** From where to where the starts of a rule are wanted: the periods of `from` and `to` are given whole. */
type Range = { readonly from?: number; readonly to?: number }

/**
 * The starts that a rule gives (RFC 5545 §3.3.10), in order, as milliseconds of clock times; those before `start` are
 * left out, COUNT and UNTIL are not applied. The days that fit all parts are met in order, and those of one period, which
 * is a whole number of intervals after that of the start, are a group: the times of day and the positions of BYSETPOS are
 * taken in it. So every part limits, and what the table of the RFC calls to expand is a longer period. Days that do not
 * fit cost nothing, so a rule without any start ends as soon as one with many begins.
 */
export function* startsOfRule(
  rule: RecurrenceRule,
  start: number,
  { from = start, to = LAST }: Range,
): Generator<number> {
  const fullRule = withStartParts(rule, start)
  const periods = periodsOf(rule, start)
  const wholeFrom = periods.at(Math.max(0, periods.indexOf(from)))[0]
  const days = fittingDays(wholeFrom - modulo(wholeFrom, DAY), dayFilter(fullRule))
  for (const { begin, bases, times } of groupsOf(days, fullRule, periods)) {
    if (begin > to || begin >= LAST) return
    for (const place of placesOf(rule.bySetPosition, bases.length * times.length)) {
      const one = bases[Math.floor(place / times.length)]! + times[place % times.length]!
      if (one >= start && one >= wholeFrom) yield one
    }
  }
}

/** Days of a period, each with the same times of day. */
type Group = { readonly begin: number; readonly bases: readonly number[]; readonly times: readonly number[] }

function* groupsOf(
  days: Iterable<number>,
  rule: CompleteRule,
  periods: ReturnType<typeof periodsOf>,
): Generator<Group> {
  const { byHour, byMinute, second, frequency, interval } = rule
  const minutes = byMinute.map((minute) => minute * MINUTE + second)
  if (frequency === 'HOURLY') {
    for (const day of days)
      for (let begin = day; begin < day + DAY; begin += HOUR) {
        const index = periods.indexOf(begin)
        if (index < 0 || index % interval !== 0) continue
        if (byHour.length === 0 || byHour.includes((begin - day) / HOUR))
          yield { begin, bases: [begin], times: minutes }
      }
    return
  }
  const times = byHour.flatMap((hour) => minutes.map((minute) => hour * HOUR + minute))
  let period = { index: Number.NaN, begin: 0, bases: [] as number[] }
  for (const day of days) {
    const index = periods.indexOf(day)
    if (index < 0 || index % interval !== 0) continue
    if (index !== period.index) {
      if (period.bases.length > 0) yield { ...period, times }
      period = { index, begin: periods.at(index)[0], bases: [] }
    }
    period.bases.push(day)
  }
  if (period.bases.length > 0) yield { ...period, times }
}

/** The places in a period, from 0, that BYSETPOS takes; all without it. */
function* placesOf(positions: readonly number[], length: number): Generator<number> {
  if (positions.length === 0) for (let place = 0; place < length; place += 1) yield place
  else {
    const places = positions.map((position) => (position > 0 ? position - 1 : length + position))
    yield* [...new Set(places)].filter((place) => place >= 0 && place < length).sort((a, b) => a - b)
  }
}

/**
 * The days from a midnight on that fit. Years of the same length that begin on the same weekday and have the same
 * neighbours fit at the same places, so each kind of year is read once.
 */
function* fittingDays(from: number, fits: (day: number) => boolean): Generator<number> {
  const dayCache = new Map<string, readonly number[]>()
  for (let year = new Date(from).getUTCFullYear(); ; year += 1) {
    const begin = Date.UTC(year, 0)
    if (begin >= LAST) return
    const kind = `${weekdayOf(begin)} ${[-1, 0, 1].map((one) => placeInYear(Date.UTC(year + one, 0))[1])}`
    let places = dayCache.get(kind)
    if (!places) {
      const length = placeInYear(begin)[1]
      places = Array.from({ length }, (_, place) => place).filter((place) => fits(begin + place * DAY))
      dayCache.set(kind, places)
    }
    for (const place of places) if (begin + place * DAY >= from) yield begin + place * DAY
  }
}

type CompleteRule = RecurrenceRule & { readonly second: number }

/** The parts that a rule takes from the start of the event, written out. */
function withStartParts(rule: RecurrenceRule, start: number): CompleteRule {
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

/** Whether a day, given as its midnight, fits all parts that speak of days. */
function dayFilter(rule: CompleteRule): (day: number) => boolean {
  const { frequency, byMonth, byMonthDay, byYearDay, byWeekNumber, byDay, weekStart } = rule
  const [isMonthDay, isYearDay] = [positionFilter(byMonthDay), positionFilter(byYearDay)]
  const isWeek = positionFilter(byWeekNumber)
  const isOfYear = frequency === 'YEARLY' && byMonth.length === 0
  return (day) => {
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
