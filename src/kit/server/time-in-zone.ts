/** `24 Nov 2026, 10:03` in a time zone. */
export function timeInZone(at: string, timeZone: string): string {
  const time = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en-GB', { ...time, hourCycle: 'h23', timeZone }).format(new Date(at))
}
