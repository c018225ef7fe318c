import { parseRule, weekdays } from '../../events/contract.ts'
import type { Text } from '../texts.ts'

/** A recurrence in words; a rule with parts that have no words is shown as it is. */
export function ruleText(t: Text, rule: string, exceptions: number): string {
  const parsed = parseRule(rule)
  if ('error' in parsed) return rule
  const { frequency, interval, byDay, byMonthDay, byMonth, bySetPosition, until, count } = parsed.rule
  if (byMonth.length + bySetPosition.length > 0 || byMonthDay.length > 1) return rule
  let text = t(`rule.${frequency}`, { count: interval })
  if (byDay.length > 0)
    text = t('rule.on', {
      rule: text,
      days: byDay.map(({ day, position }) => dayText(t, weekdays.indexOf(day), position)).join(', '),
    })
  if (until !== null) text = t('rule.until', { rule: text, date: dateText(until) })
  if (count !== null) text = t('rule.times', { rule: text, count })
  return exceptions > 0 ? t('rule.except', { rule: text, count: exceptions }) : text
}

function dayText(t: Text, index: number, position: number | null): string {
  // 5 January 1970 was a Monday.
  const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(1970, 0, 5 + index),
  )
  if (position === null) return day
  return position === -1 ? t('rule.last', { day }) : t('rule.position', { position, day })
}

function dateText(local: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return format.format(Date.parse(`${local.slice(0, 10)}T00:00:00Z`))
}
