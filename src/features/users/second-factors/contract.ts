import { defineEvent } from '#kit/contract/event.ts'

export {
  beginTotp,
  confirmTotp,
  factorProblems,
  readMyFactors,
  removeTotp,
  renewRecoveryCodes,
} from './contract/factor.ts'
export {
  addPasskey,
  beginPasskey,
  Passkey,
  removePasskey,
  renamePasskey,
  resumePasskey,
} from './contract/passkey-calls.ts'

export const factorAdded = defineEvent('user.factor-added', 'person')
export const factorRenamed = defineEvent('user.factor-renamed', 'person')
export const factorRemoved = defineEvent('user.factor-removed', 'person')
/**
 * The signature counter of a passkey did not grow: it may have been copied, and is suspended until its owner decides.
 */
export const passkeySuspended = defineEvent('user.passkey-suspended', 'person')
export const passkeyResumed = defineEvent('user.passkey-resumed', 'person')
export const recoveryCodesMade = defineEvent('user.recovery-codes-created', 'person', 'user.recovery-codes-made')
export const recoveryCodeUsed = defineEvent('user.recovery-code-used', 'person')
