import type { RecordedEvent } from '#kit/server/events/event.ts'
import { type CaseNotification, isFiling } from './case-notification.ts'
import { statusChangeIn } from './status-change.ts'

/** What happened to a case, and who did it, as a sentence. */
export function headingOf(event: RecordedEvent, { key, priority }: CaseNotification): string {
  const { name, actorName, data } = event
  const who = actorName ?? 'A user'
  if (data.serviceDown) return `${who} reported in ${key} that service is down.`
  if (isFiling(event)) return `${who} filed ${key} (priority ${words(priority)}).`
  if (name === 'case.milestone-reached')
    return `The fix for ${key} is in a release that was delivered to you. Confirm in the case that it is fixed.`
  if (name === 'case.clock-warned') return `${clockOf(data)} of ${key} is due soon: ${dueOf(data)}.`
  if (name === 'case.clock-breached') return `${clockOf(data)} of ${key} is overdue since ${dueOf(data)}.`
  if (name === 'case.outage-update-missed') return `The next public update of the outage ${key} is overdue.`
  if (name === 'case.outage-report-published') return `${who} published the reason-for-outage report of ${key}.`
  const status = statusChangeIn(event)
  const moved = status ? ` The status changed from ${words(status[0])} to ${words(status[1])}.` : ''
  if (name === 'case.internally-commented') return `${who} added an internal comment to ${key}.`
  return name === 'case.commented' ? `${who} commented on ${key}.${moved}` : `${who} changed ${key}.${moved}`
}

function clockOf({ clock }: RecordedEvent['data']): string {
  const name = words(String(clock))
  return `The SLA clock "${name}"`
}

function dueOf({ due }: RecordedEvent['data']): string {
  return `${String(due).slice(0, 16).replace('T', ' ')} UTC`
}

function words(value: string): string {
  return value.toLowerCase().replaceAll('_', ' ')
}
