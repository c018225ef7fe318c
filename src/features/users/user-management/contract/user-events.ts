import * as z from 'zod/mini'
import { UserState } from '#features/users/users/contract.ts'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { subscriptionKinds, userPlugins } from './user-shapes.ts'

/** For a state that was changed by hand or by the lifecycle: `data.move`, and the states in `data.changes`. */
export const userMoved = defineEvent('user.status-changed', {
  audience: 'account',
  text: 'changed the state of {subject}',
  data: {
    move: z.enum([
      'activate',
      'approve',
      'choosePassword',
      'deactivate',
      'invite',
      'keep',
      'lock',
      'mark',
      'reactivate',
      'reset',
      'suspend',
      'unlock',
      'unsuspend',
    ]),
    changes: changesTo({ userState: UserState }),
  },
})
export const userEdited = defineEvent('user.edited', {
  audience: 'account',
  text: 'edited {subject}',
  data: {
    changes: changesTo({
      increaseFontSize: z.boolean(),
      subscriptions: z.array(z.enum(subscriptionKinds)),
      fullName: z.string(),
      jobTitle: z.string(),
      phone: z.string(),
      managerEmail: z.string(),
      notificationBlocking: z.boolean(),
      email: z.string(),
    }),
  },
})
/** An administrator sent a link for a new password. */
export const userPasswordReset = defineEvent('user.password-reset', {
  audience: 'account',
  text: 'reset the password of {subject}',
})
/** Authenticator and recovery codes were removed; the user sets them up again. */
export const userFactorsReset = defineEvent('user.factors-reset', {
  audience: 'account',
  text: 'reset the second factor of {subject}',
})
/** A command was sent to the user's directory (`data.verb`); an external one reports the result later. */
export const userDirectoryAsked = defineEvent('user.directory-operation-requested', {
  audience: 'account',
  text: 'sent a request about a user to the directory',
  data: { operation: z.optional(z.string()) },
})
/** The user's state in the directory differed from the portal's. */
export const userSynced = defineEvent('user.synced', {
  audience: 'account',
  text: 'synced {subject} with the directory',
  data: { directory: UserState, changes: changesTo({ fullName: z.string(), userState: UserState }) },
})
/** A user's credentials here were removed, and an external provider authenticates them (`data.changes.provider`). */
export const userMovedToProvider = defineEvent('user.migrated-to-provider', {
  audience: 'account',
  text: 'moved {subject} to their identity provider',
  data: { changes: changesTo({ userState: UserState, provider: z.string() }) },
})
/** The identifier by which the provider knows the user was forgotten (`data.reason`), so that the next sign-in binds again. */
export const userLinkForgotten = defineEvent('user.link-forgotten', {
  audience: 'account',
  text: 'forgot the link of {subject} to their identity provider',
  data: { provider: z.string(), reason: z.nullable(z.string()) },
})
/** No external provider authenticates the user any more; they choose a password here. */
export const userMovedBack = defineEvent('user.migrated-to-local', {
  audience: 'account',
  text: 'moved {subject} back to a portal password',
  data: { changes: changesTo({ provider: z.string() }) },
})
/** An external directory fails so often that requests to it pause; changes of its users wait. */
export const directoryFailing = defineEvent('identity-provider.directory-failing', {
  audience: 'vendor',
  text: 'cannot reach the directory of {subject}',
})
/** It responds again. */
export const directoryBack = defineEvent('identity-provider.directory-recovered', {
  audience: 'vendor',
  text: 'reached the directory of {subject} again',
})
export const userPluginSwitched = defineEvent('user.plugin-switched', {
  audience: 'account',
  text: 'changed the tools of {subject}',
  data: { plugin: z.enum(userPlugins), enabled: z.boolean() },
})
