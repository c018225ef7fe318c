import * as z from 'zod/mini'
import { defineEvent } from '#kit/contract/event.ts'

export {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  factorProblems,
  Passkey,
  readMyFactors,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  resumePasskey,
} from './contract/factor.ts'

export const factorAdded = defineEvent('user.factor-added', {
  audience: 'person',
  text: 'added a second factor',
  data: { factor: z.string(), id: z.optional(z.string()), name: z.optional(z.string()) },
})
export const factorRenamed = defineEvent('user.factor-renamed', {
  audience: 'person',
  text: 'renamed a passkey',
  data: { factor: z.string(), id: z.string(), name: z.string() },
})
export const factorRemoved = defineEvent('user.factor-removed', {
  audience: 'person',
  text: 'removed a second factor',
  data: { factor: z.string(), id: z.optional(z.string()), name: z.optional(z.string()) },
})
/**
 * The signature counter of a passkey did not grow: it may have been copied, and is suspended until its owner decides.
 */
export const passkeySuspended = defineEvent('user.passkey-suspended', {
  audience: 'person',
  text: 'had a passkey suspended that may have been copied',
  data: { id: z.string(), name: z.string() },
})
export const passkeyResumed = defineEvent('user.passkey-resumed', {
  audience: 'person',
  text: 'enabled a suspended passkey again',
  data: { id: z.string(), name: z.string() },
})
export const recoveryCodesMade = defineEvent('user.recovery-codes-created', {
  audience: 'person',
  text: 'created new recovery codes',
})
export const recoveryCodeUsed = defineEvent('user.recovery-code-used', {
  audience: 'person',
  text: 'used a recovery code',
})
