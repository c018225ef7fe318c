import { type EventChanges, parseRule, weekdays, writeRule } from '../contract.ts'
import { type Fields, withChanges } from './check-fields.ts'
import { wallOf, wallText } from './time/wall-clock.ts'

const DAY = 86_400_000

/** Fields with the changes of a body, and by how much the clock times of the series move, in milliseconds. */
export function movedBy(fields: Fields, body: EventChanges): { fields: Fields; delta: number } {
  const changedFields = withChanges(fields, body)
  const delta = wallOf(changedFields.start) - wallOf(fields.start)
  if (delta === 0 || Number.isNaN(delta)) return { fields: changedFields, delta: 0 }
  const length = wallOf(fields.end) - wallOf(fields.start)
  const end = body.end ?? wallText(wallOf(changedFields.start) + length)
  if (body.recurrence !== undefined || !fields.recurrence) return { fields: { ...changedFields, end }, delta }
  const shiftTimes = (times: readonly string[]) => times.map((at) => wallText(wallOf(at) + delta))
  const { rule, exdates, rdates } = fields.recurrence
  const recurrence = {
    rule: rule && shiftedRule(rule, fields.start, delta),
    exdates: shiftTimes(exdates),
    rdates: shiftTimes(rdates),
  }
  return { fields: { ...changedFields, end, recurrence }, delta }
}

/** The rule of a series whose start moves: weekdays and days of the month that came from the start move with it. */
function shiftedRule(text: string, start: string, delta: number): string {
  const read = parseRule(text)
  if ('error' in read) return text
  const { rule } = read
  const [before, after] = [new Date(wallOf(start)), new Date(wallOf(start) + delta)]
  const days = Math.round((dayOf(after) - dayOf(before)) / DAY)
  const until = rule.until === null ? null : wallText(wallOf(rule.until) + delta)
  const byDay =
    rule.frequency === 'WEEKLY'
      ? rule.byDay.map(({ day, position }) => ({
          position,
          day: weekdays[(((weekdays.indexOf(day) + days) % 7) + 7) % 7]!,
        }))
      : rule.byDay
  const isOwnDay = rule.byMonthDay.length === 1 && rule.byMonthDay[0] === before.getUTCDate()
  return writeRule({ ...rule, until, byDay, byMonthDay: isOwnDay ? [after.getUTCDate()] : rule.byMonthDay })
}

function dayOf(date: Date): number {
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())
}
