import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { defineNotification } from '#kit/server/notification.ts'

const shared = { group: notificationsOf.account, mailOnly: true } as const
const elsewhere = 'Sign in with {provider}'

/** To the owner of an address that was used to sign up. */
export const signUpKinds = {
  signup: defineNotification('sign-up.link', {
    ...shared,
    title: 'Finish signing up at {portal}',
    text: 'Hello {name}, this address was used to sign up at {portal}, the {vendor} customer portal. Choose your password with this link within 72 hours. The link works once. If this was not you, ignore this mail.',
    open: 'Choose your password',
  }),
  'signup-elsewhere': defineNotification('sign-up.link-elsewhere', {
    ...shared,
    title: 'Your access to {portal}',
    text: 'Hello {name}, this address was used to sign up at {portal}, the {vendor} customer portal. You sign in with {provider}, so there is no password to choose here. If this was not you, ignore this mail.',
    open: elsewhere,
  }),
  'known-elsewhere': defineNotification('sign-up.known-elsewhere', {
    ...shared,
    title: 'You already have access to {portal}',
    text: 'Hello {name}, this address was used to sign up at {portal}, but it already has access. You sign in with {provider}. If this was not you, ignore this mail.',
    open: elsewhere,
  }),
  known: defineNotification('sign-up.known', {
    ...shared,
    title: 'You already have access to {portal}',
    text: 'Hello {name}, this address was used to sign up at {portal}, but it already has access. Sign in, or choose a new password if you have forgotten yours. If this was not you, ignore this mail.',
    open: 'Sign in',
  }),
}
