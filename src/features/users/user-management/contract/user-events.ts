import { defineEvent } from '#kit/contract/event.ts'

/** Of a state that was changed by hand or by the lifecycle: `data.move`, and the states in `data.changes`. */
export const userMoved = defineEvent('user.status-changed', 'account', 'user.moved')
export const userEdited = defineEvent('user.edited', 'account')
/** An administrator sent a link for a new password. */
export const userPasswordReset = defineEvent('user.password-reset', 'account')
/** Authenticator and recovery codes were taken away; the person sets them up anew. */
export const userFactorsReset = defineEvent('user.factors-reset', 'account')
/** A person's directory was asked to do something (`data.verb`); an outside one says later what became of it. */
export const userDirectoryAsked = defineEvent('user.directory-operation-requested', 'account', 'user.directory-asked')
/** The directory has the person in another state than the portal did. */
export const userSynced = defineEvent('user.synced', 'account')
/** What somebody signed in with here was taken away, and an outside provider vouches for them (`data.changes.provider`). */
export const userMovedToProvider = defineEvent('user.migrated-to-provider', 'account', 'user.moved-to-provider')
/** No outside provider vouches for somebody any more; they choose a password here. */
export const userMovedBack = defineEvent('user.migrated-to-local', 'account', 'user.moved-back')
/** An outside directory fails so often that it is left alone in between; its people's changes wait. */
export const directoryFailing = defineEvent('identity-provider.directory-failing', 'vendor')
/** It answers again. */
export const directoryBack = defineEvent(
  'identity-provider.directory-recovered',
  'vendor',
  'identity-provider.directory-back',
)
export const userPluginSwitched = defineEvent('user.plugin-switched', 'account')
