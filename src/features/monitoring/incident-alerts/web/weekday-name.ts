/** The name of a day of the week; Monday is 1. */
export function weekdayName(weekday: number): string {
  // 1 January 2024 was a Monday.
  const day = new Date(Date.UTC(2024, 0, weekday))
  return new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(day)
}
