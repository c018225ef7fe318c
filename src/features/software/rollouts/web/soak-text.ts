import type { useText } from '../texts.ts'

const DAY = 1440

/** A time in minutes as days, or hours below two days. */
export function soakText(t: ReturnType<typeof useText>, minutes: number): string {
  const days = minutes / DAY
  return days >= 2 && Number.isInteger(days)
    ? t('schedule.days', { count: days })
    : t('schedule.hours', { count: Math.round(minutes / 6) / 10 })
}
