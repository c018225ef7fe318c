/** `Thu 26 Nov, 09:00` on a clock in the zone, with the zone's short name. */
export function formatInZone(at: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  return format.format(new Date(at))
}
