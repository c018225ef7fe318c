import { timeZoneShown } from '#kit/web/time/time.ts'

/** A time to the second with its zone: `20 Nov 2026, 10:00:52 CET`. */
export function preciseTime(at: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    timeZoneName: 'short',
    timeZone: timeZoneShown(),
  }).format(new Date(at))
}
