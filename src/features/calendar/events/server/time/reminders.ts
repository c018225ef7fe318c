import { instancesIn, type Times, type Timing } from './instances.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** How far ahead instances are searched; a series without one is checked again this much later. */
const FAR = 400 * DAY
/** Reminders are at most 28 days before the start, and a day may be 25 hours long. */
const NEAR = 30 * DAY
const MOST = 20_000

type RemindedEvent = Timing & { readonly notification: readonly number[] }

/** The reminders of an event whose time is in the range, both ends included. */
export function remindersAt(
  event: RemindedEvent,
  { from, to }: { readonly from: number; readonly to: number },
): { readonly times: Times; readonly minutes: number }[] {
  if (event.notification.length === 0) return []
  const around = instancesIn(event, { from, to: to + NEAR, most: MOST })
  return around.flatMap((times) =>
    [...new Set(event.notification)]
      .map((minutes) => ({ times, minutes, at: times.from - minutes * MINUTE }))
      .filter(({ at }) => at >= from && at <= to),
  )
}

/**
 * When the next reminder after an instant is due; null when there is none any more. Of a series whose next instance is
 * far away, when to check again.
 */
export function nextReminder(event: RemindedEvent, after: number): number | null {
  if (event.notification.length === 0) return null
  const next = (to: number, most: number) =>
    instancesIn(event, { from: after, to, most })
      .flatMap(({ from }) => event.notification.map((minutes) => from - minutes * MINUTE))
      .filter((at) => at > after)
      .reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const near = next(after + NEAR + DAY, MOST)
  if (near < Number.POSITIVE_INFINITY) return near
  const far = next(after + FAR, 400)
  if (far < Number.POSITIVE_INFINITY) return far
  const goesOn = instancesIn(event, { from: after + FAR, to: after + 20 * FAR, most: 1 }).length > 0
  return goesOn ? after + FAR - NEAR : null
}
