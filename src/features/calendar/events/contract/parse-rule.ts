import { forbiddenPart } from './forbidden-part.ts'
import { frequencies, MOST_COUNT, plainRule, type RecurrenceRule, type Weekday, weekdays } from './recurrence-rule.ts'

type Numbers = readonly [key: keyof RecurrenceRule, lowest: number, highest: number, negative: boolean]
const numbers: Readonly<Record<string, Numbers>> = {
  BYMONTHDAY: ['byMonthDay', 1, 31, true],
  BYMONTH: ['byMonth', 1, 12, false],
  BYSETPOS: ['bySetPosition', 1, 366, true],
  BYHOUR: ['byHour', 0, 23, false],
  BYMINUTE: ['byMinute', 0, 59, false],
  BYYEARDAY: ['byYearDay', 1, 366, true],
  BYWEEKNO: ['byWeekNumber', 1, 53, true],
}

type Read = { readonly rule: RecurrenceRule } | { readonly error: string }

/**
 * Reads the value of an RRULE (`FREQ=WEEKLY;BYDAY=TU`, with or without `RRULE:`). Returns the reason when it is no rule
 * that a calendar event can have. `UNTIL` in UTC is returned with its `Z`.
 */
export function parseRule(text: string): Read {
  const read = readRule(text)
  const error = 'rule' in read ? forbiddenPart(read.rule) : undefined
  return error === undefined ? read : { error }
}

/** Reads a rule whatever parts it combines: rules were stored before combinations were rejected. */
export function readRule(text: string): Read {
  const parts = new Map<string, string>()
  for (const part of text
    .replace(/^RRULE:/i, '')
    .replace(/;$/, '')
    .toUpperCase()
    .split(';')) {
    const [, name, value] = /^([A-Z]+)=([A-Z0-9,+-]+)$/.exec(part) ?? []
    if (!name || !value) return { error: `has a part that is not NAME=VALUE: ${part.slice(0, 40)}` }
    if (parts.has(name)) return { error: `has ${name} twice` }
    parts.set(name, value)
  }
  const frequency = frequencies.find((one) => one === parts.get('FREQ'))
  if (!frequency) return { error: `must repeat ${frequencies.join(', ')}` }
  if (parts.has('COUNT') && parts.has('UNTIL')) return { error: 'has both COUNT and UNTIL' }
  const rule: Record<string, unknown> = { ...plainRule(frequency) }
  for (const [name, value] of parts) {
    const error = readPart(rule, name, value)
    if (error) return { error }
  }
  return { rule: rule as RecurrenceRule }
}

function readPart(rule: Record<string, unknown>, name: string, value: string): string | undefined {
  if (name === 'FREQ') return undefined
  if (name === 'INTERVAL') return readNumber(rule, 'interval', value, 1000)
  if (name === 'COUNT') return readNumber(rule, 'count', value, MOST_COUNT)
  if (name === 'UNTIL') return readUntil(rule, value)
  if (name === 'BYDAY') return readDays(rule, value)
  // Zimbra and Oracle write the second of the start.
  if (name === 'BYSECOND' && value === '0') return undefined
  if (name === 'WKST') {
    rule.weekStart = weekdays.find((day) => day === value)
    return rule.weekStart ? undefined : `has no weekday in WKST: ${value}`
  }
  const limits = numbers[name]
  return limits ? readNumbers(rule, limits, value) : `has ${name}, which is not supported`
}

function readNumber(rule: Record<string, unknown>, key: string, value: string, most: number): string | undefined {
  const read = Number(value)
  rule[key] = read
  return Number.isInteger(read) && read >= 1 && read <= most
    ? undefined
    : `must have a number from 1 to ${most}: ${value}`
}

function readUntil(rule: Record<string, unknown>, value: string): string | undefined {
  const [, year, month, day, , hour = '23', minute = '59', second = '59', utc = ''] =
    /^(\d{4})(\d\d)(\d\d)(T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(value) ?? []
  const until = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const at = year ? new Date(`${until}Z`) : undefined
  if (!at || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 19) !== until)
    return `has no time in UNTIL: ${value}`
  rule.until = until + utc
  return undefined
}

function readDays(rule: Record<string, unknown>, value: string): string | undefined {
  const days: { day: Weekday; position: number | null }[] = []
  for (const part of value.split(',')) {
    const [, position, day] = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(part) ?? []
    const read = position === undefined ? null : Number(position)
    if (!day || read === 0 || (read !== null && Math.abs(read) > 53)) return `has no weekday in BYDAY: ${part}`
    days.push({ day: day as Weekday, position: read })
  }
  rule.byDay = days
  return undefined
}

function readNumbers(
  rule: Record<string, unknown>,
  [key, lowest, highest, negative]: Numbers,
  value: string,
): string | undefined {
  const read = value.split(',').map(Number)
  const fits = (one: number) => Number.isInteger(one) && Math.abs(one) >= lowest && Math.abs(one) <= highest
  rule[key] = read
  return read.every((one) => fits(one) && (negative || one >= 0)) ? undefined : `has a number out of range: ${value}`
}

/** Writes a rule as the value of an RRULE, without `RRULE:`. */
export function writeRule(rule: RecurrenceRule): string {
  const { frequency, interval, count, until, byDay, weekStart } = rule
  const parts = [`FREQ=${frequency}`]
  if (interval !== 1) parts.push(`INTERVAL=${interval}`)
  if (count !== null) parts.push(`COUNT=${count}`)
  if (until !== null) parts.push(`UNTIL=${until.replaceAll(/[-:]/g, '')}`)
  for (const [name, [key]] of Object.entries(numbers)) {
    const values = rule[key] as readonly number[]
    if (values.length > 0) parts.push(`${name}=${values.join(',')}`)
  }
  if (byDay.length > 0) parts.push(`BYDAY=${byDay.map(({ day, position }) => `${position ?? ''}${day}`).join(',')}`)
  if (weekStart !== 'MO') parts.push(`WKST=${weekStart}`)
  return parts.join(';')
}
