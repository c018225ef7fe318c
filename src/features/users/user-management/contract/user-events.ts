import { defineEvent } from '#kit/contract/event.ts'

/** For a state that was changed by hand or by the lifecycle: `data.move`, and the states in `data.changes`. */
export const userMoved = defineEvent('user.status-changed', 'account', 'user.moved')
export const userEdited = defineEvent('user.edited', 'account')
/** An administrator sent a link for a new password. */
export const userPasswordReset = defineEvent('user.password-reset', 'account')
/** Authenticator and recovery codes were removed; the user sets them up again. */
export const userFactorsReset = defineEvent('user.factors-reset', 'account')
/** A command was sent to the user's directory (`data.verb`); an external one reports the result later. */
export const userDirectoryAsked = defineEvent('user.directory-operation-requested', 'account', 'user.directory-asked')
/** The user's state in the directory differed from the portal's. */
export const userSynced = defineEvent('user.synced', 'account')
/** A user's credentials here were removed, and an external provider authenticates them (`data.changes.provider`). */
export const userMovedToProvider = defineEvent('user.migrated-to-provider', 'account', 'user.moved-to-provider')
/** The identifier by which the provider knows the user was forgotten (`data.reason`), so that the next sign-in binds again. */
export const userLinkForgotten = defineEvent('user.link-forgotten', 'account')
/** No external provider authenticates the user any more; they choose a password here. */
export const userMovedBack = defineEvent('user.migrated-to-local', 'account', 'user.moved-back')
/** An external directory fails so often that requests to it pause; changes of its users wait. */
export const directoryFailing = defineEvent('identity-provider.directory-failing', 'vendor')
/** It responds again. */
export const directoryBack = defineEvent(
  'identity-provider.directory-recovered',
  'vendor',
  'identity-provider.directory-back',
)
export const userPluginSwitched = defineEvent('user.plugin-switched', 'account')
