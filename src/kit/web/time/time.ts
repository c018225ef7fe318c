import { text } from '../text/kit-text.ts'

/** Formats a moment, in the zone of the user's settings. */
let zone: string | undefined

/** Sets the zone of all times on the page (IANA name; undefined = the browser's). */
export function setTimeZone(name: string | undefined): void {
  zone = name || undefined
  formats.clear()
}

/** The zone of all times on the page (IANA name). */
export function timeZoneShown(): string {
  return zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** `20 Nov 2026`. Throws *Invalid time value* for what is not a date, as do the others. */
export function formatDate(at: string | Date): string {
  return format('date', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(at))
}

/** `20 Nov, 10:03`; with the year when it is not this one. */
export function formatDateTime(at: string | Date): string {
  const moment = new Date(at)
  const year = moment.getFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const)
  const day = format(`day${year.year ?? ''}`, { day: 'numeric', month: 'short', ...year }).format(moment)
  return `${day}, ${formatTime(moment)}`
}

/** `10:03`. */
export function formatTime(at: string | Date): string {
  return format('clock', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(at))
}

/** When something was written: `10:03` today, `20 Nov, 10:03` before. */
export function formatTimestamp(at: string | Date): string {
  return formatDate(at) === formatDate(new Date()) ? formatTime(at) : formatDateTime(at)
}

/** How long ago, as short as a grid needs it: `4 min`, `2 h`, `3 d`, then the date. Future moments show `now`. */
export function formatAge(at: string | Date, now = Date.now()): string {
  const minutes = Math.floor((now - new Date(at).getTime()) / 60_000)
  if (Number.isNaN(minutes)) throw new RangeError('Invalid time value')
  if (minutes < 1) return text('time.now')
  if (minutes < 60) return text('time.minutes', { count: minutes })
  if (minutes < 24 * 60) return text('time.hours', { count: Math.floor(minutes / 60) })
  if (minutes < 7 * 24 * 60) return text('time.days', { count: Math.floor(minutes / 1440) })
  return format('short', { day: 'numeric', month: 'short' }).format(new Date(at))
}

/** A span in seconds as a clock: `4:12`, `41:08`, `1:02:00`. */
export function formatCountdown(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

function format(key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const dateFormat =
    formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, ...(zone ? { timeZone: zone } : {}) })
  formats.set(key, dateFormat)
  return dateFormat
}
