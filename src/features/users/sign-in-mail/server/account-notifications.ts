import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { defineNotification } from '#kit/server/notification.ts'

const group = notificationsOf.account

/** What users are notified of about their own user account: those with a link that signs in, or works once, by mail alone. */
export const accountKinds = {
  activation: defineNotification('account.activation', {
    group,
    title: 'Your access to {portal}',
    text: 'Hello {name}, a user account was created for you at {portal}, the {vendor} customer portal. Choose your password with this link within 72 hours. The link works once.',
    open: 'Choose your password',
    mailOnly: true,
  }),
  'activation-elsewhere': defineNotification('account.activation-elsewhere', {
    group,
    title: 'Your access to {portal}',
    text: 'Hello {name}, you have access to {portal}, the {vendor} customer portal. You sign in with {provider}, so there is no password to choose here.',
    open: 'Sign in with {provider}',
    mailOnly: true,
  }),
  'moved-to-provider': defineNotification('account.moved-to-provider', {
    group,
    title: 'You now sign in to {portal} with {provider}',
    text: 'Hello {name}, from now on you sign in to {portal} with {provider}. Your portal password, your authenticator, your passkeys and your recovery codes were removed, and all your sessions were ended. API tokens that you created still work.',
    open: 'Sign in with {provider}',
    mailOnly: true,
  }),
  'provider-left': defineNotification('account.provider-left', {
    group,
    title: 'Choose a password for {portal}',
    text: "Hello {name}, from now on you sign in to {portal} with a portal password, no longer through your company's identity provider. Choose it with this link within 72 hours. The link works once.",
    open: 'Choose your password',
    mailOnly: true,
  }),
  'reset-elsewhere': defineNotification('account.reset-elsewhere', {
    group,
    title: 'How you sign in to {portal}',
    text: 'Hello {name}, a new password was requested for you at {portal}. You sign in there with {provider}, so there is no portal password to choose. If you cannot sign in, ask your administrator.',
    open: 'Sign in with {provider}',
    mailOnly: true,
  }),
  reset: defineNotification('account.reset', {
    group,
    title: 'Choose a new password for {portal}',
    text: 'Hello {name}, a new password was requested for you at {portal}. This link works once, within one hour. If you did not request it, ignore this mail: your password does not change.',
    open: 'Choose a new password',
    mailOnly: true,
  }),
  'reset-by-administrator': defineNotification('account.reset-by-administrator', {
    group,
    title: 'Choose a new password for {portal}',
    text: 'Hello {name}, an administrator has reset your password at {portal}. Choose a new one with this link: it works once, within one hour. Until then you cannot sign in.',
    open: 'Choose a new password',
    mailOnly: true,
  }),
  'email-confirm': defineNotification('account.email-confirm', {
    group,
    title: 'Confirm your new e-mail address for {portal}',
    text: 'Hello {name}, {email} is to be your e-mail address at {portal}. Confirm it with this link within 24 hours. The link works once. If you do not use {portal}, ignore this mail: nothing changes.',
    open: 'Confirm the address',
    mailOnly: true,
  }),
  'email-requested': defineNotification('account.email-requested', {
    group,
    title: 'A new e-mail address was requested at {portal}',
    text: 'Hello {name}, {email} is to be your e-mail address at {portal}, as soon as it is confirmed with the link that was sent to it. If you did not expect this, choose a new password, which makes that link void, and ask your administrator.',
  }),
  'email-changed': defineNotification('account.email-changed', {
    group,
    title: 'Your e-mail address for {portal} was changed',
    text: 'Hello {name}, from now on your e-mail address at {portal} is {email}: you sign in with it, and mails go to it. If you did not expect this, ask your administrator immediately to lock your user account.',
  }),
  'password-changed': defineNotification('account.password-changed', {
    group,
    title: 'Your password for {portal} was changed',
    text: 'Hello {name}, your password for {portal} was changed. If you did not change it, ask your administrator immediately to lock your user account.',
  }),
  'break-glass': defineNotification('account.break-glass', {
    group,
    title: '{who} signed in to {portal} without the identity provider',
    text: 'Hello {name}, the administrator {who} signed in to {portal} with credentials stored in the portal, from {device}. Users of their domain sign in with an external identity provider. If this was not expected, end the sessions of {who} immediately and check the audit log.',
  }),
  'locked-by-codes': defineNotification('account.locked-by-codes', {
    group,
    title: 'Your user account at {portal} was locked',
    text: 'Hello {name}, ten wrong codes were entered at {portal} after your correct password, from the network address {device}. Your user account is locked for 15 minutes. If this was not you, choose a new password as soon as it is unlocked.',
  }),
  'factor-added': defineNotification('account.factor-added', {
    group,
    title: 'A second factor was added at {portal}',
    text: 'Hello {name}, an authenticator was added to your user account at {portal}, from {device}. If this was not you, ask your administrator immediately to lock your user account.',
  }),
  'factor-removed': defineNotification('account.factor-removed', {
    group,
    title: 'A second factor was removed at {portal}',
    text: 'Hello {name}, the authenticator of your user account at {portal} was removed. If this was not you, ask your administrator immediately to lock your user account.',
  }),
  'passkey-added': defineNotification('account.passkey-added', {
    group,
    title: 'A passkey was added at {portal}',
    text: 'Hello {name}, the passkey "{passkey}" was added to your user account at {portal}, from {device}. You can sign in with it without your password. If this was not you, ask your administrator immediately to lock your user account.',
  }),
  'passkey-suspended': defineNotification('account.passkey-suspended', {
    group,
    title: 'A passkey was suspended at {portal}',
    text: 'Hello {name}, the passkey "{passkey}" was used at {portal} from the network address {device}, and its signature counter did not increase. It may have been copied, so it can no longer be used to sign in. Sign in another way and remove it in your profile, or enable it again if you know the cause. If you have no other way to sign in, ask your administrator to reset your second factors.',
  }),
  'passkey-removed': defineNotification('account.passkey-removed', {
    group,
    title: 'A passkey was removed at {portal}',
    text: 'Hello {name}, the passkey "{passkey}" of your user account at {portal} was removed. If this was not you, ask your administrator immediately to lock your user account.',
  }),
  'factors-reset': defineNotification('account.factors-reset', {
    group,
    title: 'Your second factors at {portal} were removed',
    text: 'Hello {name}, an administrator removed the authenticator, the recovery codes and the passkeys of your user account at {portal}. Set them up again after your next sign-in. If you did not request this, contact your administrator.',
  }),
  'recovery-codes': defineNotification('account.recovery-codes', {
    group,
    title: 'New recovery codes at {portal}',
    text: 'Hello {name}, new recovery codes were created for your user account at {portal}. The old ones no longer work. If this was not you, ask your administrator immediately to lock your user account.',
  }),
  'recovery-code-used': defineNotification('account.recovery-code-used', {
    group,
    title: 'A recovery code was used at {portal}',
    text: 'Hello {name}, one of your recovery codes was used to sign in to {portal}. If this was not you, ask your administrator immediately to lock your user account.',
  }),
  'new-device': defineNotification('account.new-device', {
    group,
    title: 'New sign-in at {portal}',
    text: 'Hello {name}, your user account was used to sign in to {portal} with {device} for the first time. If this was not you, change your password and end that session in your profile.',
  }),
}
