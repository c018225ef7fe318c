import { readCalendar } from '#features/calendar/tags/contract.ts'
import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { defineNotification } from '#kit/server/notification.ts'

const shared = { group: notificationsOf.calendar, urgent: true, readable: [readCalendar] } as const
const open = 'Open the event'
const about = '{subject}\n\n{when}\n\n{where}\n\n{description}' as const

/** To those who are invited; the mail has the file for their calendar program. */
export const invitationKinds = {
  INVITED: defineNotification('event.invited', {
    ...shared,
    title: 'Invitation: {subject}',
    text: `{author} invites you.\n\n${about}`,
    open,
  }),
  CHANGED: defineNotification('event.changed', {
    ...shared,
    title: 'Changed: {subject}',
    text: `{author} changed this event.\n\n${about}`,
    open,
  }),
  CANCELLED: defineNotification('event.cancelled', {
    ...shared,
    title: 'Cancelled: {subject}',
    text: `{author} cancelled this event for you.\n\n${about}`,
  }),
}

/** To the organizer and those who did not decline. */
export const eventBeginsSoon = defineNotification('event.begins-soon', {
  ...shared,
  title: 'Reminder: {subject}',
  text: '{subject}\n\n{when}\n\n{where}',
  open,
})

/** The place of an event as a paragraph; empty without one. */
export function whereText(location: string): string {
  return location === '' ? '' : `Where: ${location}`
}

/** What the notifications of an event have in common. */
export function threadOfEvent({ seriesId, id }: { readonly seriesId: number | null; readonly id: number }): string {
  return `event-${seriesId ?? id}`
}
