import { eventKind } from '#kit/contract/event.ts'

/** Of a state that was changed by hand or by the lifecycle: `data.move`, and the states in `data.changes`. */
export const userMoved = eventKind('user.moved', 'account')
export const userEdited = eventKind('user.edited', 'account')
/** An administrator sent a link for a new password. */
export const userPasswordReset = eventKind('user.password-reset', 'account')
/** Authenticator and recovery codes were taken away; the person sets them up anew. */
export const userFactorsReset = eventKind('user.factors-reset', 'account')
/** A person's directory was asked to do something (`data.verb`); an outside one says later what became of it. */
export const userDirectoryAsked = eventKind('user.directory-asked', 'account')
/** The directory has the person in another state than the portal did. */
export const userSynced = eventKind('user.synced', 'account')
/** What somebody signed in with here was taken away, and an outside provider vouches for them (`data.changes.provider`). */
export const userMovedToProvider = eventKind('user.moved-to-provider', 'account')
/** No outside provider vouches for somebody any more; they choose a password here. */
export const userMovedBack = eventKind('user.moved-back', 'account')
/** An outside directory fails so often that it is left alone in between; its people's changes wait. */
export const directoryFailing = eventKind('identity-provider.directory-failing', 'vendor')
/** It answers again. */
export const directoryBack = eventKind('identity-provider.directory-back', 'vendor')
export const userPluginSwitched = eventKind('user.plugin-switched', 'account')
