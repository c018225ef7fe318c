/** A week of an account's support: its Monday, and how many cases were opened and resolved in it. */
export type Week = { start: Date; opened: number; resolved: number }

const WEEK = 7 * 86_400_000

/** The Monday 00:00 (local) that begins the week of a moment. */
export function mondayOf(moment: Date): Date {
  const day = new Date(moment.getFullYear(), moment.getMonth(), moment.getDate())
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7))
  return day
}

/** The past `count` weeks, the current one last. A clock change inside a week does not move a case to another. */
export function weeksOf(
  openedTimes: readonly string[],
  resolvedTimes: readonly string[],
  now: Date,
  count = 12,
): Week[] {
  const last = mondayOf(now)
  const weeks = Array.from({ length: count }, (_, index) => {
    const start = new Date(last)
    start.setDate(start.getDate() - 7 * (count - 1 - index))
    return { start, opened: 0, resolved: 0 }
  })
  const of = (at: string) => weeks[count - 1 - Math.round((last.getTime() - mondayOf(new Date(at)).getTime()) / WEEK)]
  for (const at of openedTimes) add(of(at), 'opened')
  for (const at of resolvedTimes) add(of(at), 'resolved')
  return weeks

  function add(week: Week | undefined, what: 'opened' | 'resolved') {
    if (week) week[what]++
  }
}
