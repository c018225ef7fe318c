import { sql } from 'kysely'
import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { userEvents } from '#features/users/user-management/contract.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { defineNotification } from '#kit/server/notification.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { approveDeletions } from '../contract.ts'

const open = '{portal}'

/** Warnings of the coming loss of access, and how to keep it. */
export const warnings = {
  marked: defineNotification('account.deletion-marked', {
    group: notificationsOf.account,
    title: 'Do you still need your access to {portal}?',
    text: 'Hello {name}, you have not signed in to {portal}, the {vendor} customer portal, for a long time, so your access is a candidate for deletion. Sign in once to keep it.',
    open,
  }),
  markedUntil: defineNotification('account.deletion-planned', {
    group: notificationsOf.account,
    title: 'Do you still need your access to {portal}?',
    text: 'Hello {name}, you have not signed in to {portal}, the {vendor} customer portal, for a long time, so your access will be deleted in {days} days. Sign in once before then to keep it.',
    open,
  }),
  approved: defineNotification('account.deletion-approved', {
    group: notificationsOf.account,
    title: 'Your access to {portal} will be deleted',
    text: 'Hello {name}, your access to {portal}, the {vendor} customer portal, and your personal data will be deleted tonight. Your comments in cases remain without your name. If this is a mistake, contact {vendor} today.',
    open,
  }),
}

/** One for all users whom a nightly run marked, to those who approve deletions. */
export const deletionsWait = defineNotification('user-deletion.waits', {
  group: notificationsOf.approvals,
  title: 'Deletions that wait for approval: {users}',
  text: 'Last night {users} who have not signed in for a long time became candidates for deletion. They are deleted when you approve it.',
  open: 'Open the candidates',
  readable: [approveDeletions],
})

/** The thread of it: taken back when no candidate is left. */
export const WAITING_DELETIONS = 'user-deletions'

/** Takes the notification back when the last candidate was approved, or kept. */
export function candidatesHandler({ notifier }: AppContext): EventHandler {
  return on(userEvents.userMoved, 'deletions-decided', async ({ data }, tx) => {
    if (data.changes.userState?.[0] !== 'candidateForDeletion') return
    const { rows } = await sql`select from users where state = 'candidateForDeletion' limit 1`.execute(tx)
    if (rows.length === 0) await notifier.takeBack(tx, { thread: WAITING_DELETIONS, keys: 'all' })
  })
}
