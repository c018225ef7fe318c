import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { defineNotification } from '#kit/server/notification.ts'

const group = notificationsOf.account
const open = '{portal}'

/** Warnings of the coming loss of access, and how to keep it. */
export const warnings = {
  marked: defineNotification('account.deletion-marked', {
    group,
    title: 'Do you still need your access to {portal}?',
    text: 'Hello {name}, you have not signed in to {portal}, the {vendor} customer portal, for a long time, so your access is a candidate for deletion. Sign in once to keep it.',
    open,
  }),
  markedUntil: defineNotification('account.deletion-planned', {
    group,
    title: 'Do you still need your access to {portal}?',
    text: 'Hello {name}, you have not signed in to {portal}, the {vendor} customer portal, for a long time, so your access will be deleted in {days} days. Sign in once before then to keep it.',
    open,
  }),
  approved: defineNotification('account.deletion-approved', {
    group,
    title: 'Your access to {portal} will be deleted',
    text: 'Hello {name}, your access to {portal}, the {vendor} customer portal, and your personal data will be deleted tonight. Your comments in cases remain without your name. If this is a mistake, contact {vendor} today.',
    open,
  }),
}
