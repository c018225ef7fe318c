import type { RecurrenceRule } from './recurrence-rule.ts'

const MOST_A_DAY = 100

/** Why the parts of a rule do not go together: RFC 5545 §3.3.10 forbids it, or there would be too many events. */
export function forbiddenPart(rule: RecurrenceRule): string | undefined {
  const { frequency, byDay, byMonth, byMonthDay, byYearDay, byWeekNumber, byHour, byMinute, bySetPosition } = rule
  const isNumbered = byDay.some(({ position }) => position !== null)
  if (isNumbered && frequency !== 'MONTHLY' && frequency !== 'YEARLY')
    return 'has a numbered weekday in BYDAY, which only MONTHLY and YEARLY can have'
  if (isNumbered && byWeekNumber.length > 0) return 'has a numbered weekday in BYDAY beside BYWEEKNO'
  if (byMonthDay.length > 0 && frequency === 'WEEKLY') return 'has BYMONTHDAY, which WEEKLY cannot have'
  if (byYearDay.length > 0 && frequency !== 'YEARLY' && frequency !== 'HOURLY')
    return 'has BYYEARDAY, which only YEARLY and HOURLY can have'
  if (byWeekNumber.length > 0 && frequency !== 'YEARLY') return 'has BYWEEKNO, which only YEARLY can have'
  const others = [byDay, byMonth, byMonthDay, byYearDay, byWeekNumber, byHour, byMinute]
  if (bySetPosition.length > 0 && others.every(({ length }) => length === 0))
    return 'has BYSETPOS without another BY part to choose from'
  const hours = byHour.length || (frequency === 'HOURLY' ? 24 : 1)
  return hours * (byMinute.length || 1) > MOST_A_DAY ? `has more than ${MOST_A_DAY} events a day` : undefined
}
