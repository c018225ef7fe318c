import { eventKind } from '#kit/contract/event.ts'

/** Of a state that was changed by hand or by the lifecycle: `data.move`, and the states in `data.changes`. */
export const userMoved = eventKind('user.moved', 'account')
export const userEdited = eventKind('user.edited', 'account')
/** An administrator sent a link for a new password. */
export const userPasswordReset = eventKind('user.password-reset', 'account')
/** Authenticator and recovery codes were taken away; the person sets them up anew. */
export const userFactorsReset = eventKind('user.factors-reset', 'account')
export const userSynced = eventKind('user.synced', 'account')
export const userPluginSwitched = eventKind('user.plugin-switched', 'account')
