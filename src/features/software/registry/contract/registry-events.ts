import * as z from 'zod/mini'
import { defineEvent } from '#kit/contract/event.ts'

export const registryCredentialCreated = defineEvent('registry-credential.created', {
  audience: 'account',
  text: 'created the registry credential {subject}',
  data: { what: z.string(), days: z.int() },
})
export const registryCredentialRotated = defineEvent('registry-credential.rotated', {
  audience: 'account',
  text: 'rotated the registry credential {subject}',
  data: { what: z.string(), overlapHours: z.int() },
})
export const registryCredentialRevoked = defineEvent('registry-credential.revoked', {
  audience: 'account',
  text: 'revoked the registry credential {subject}',
  data: { what: z.string() },
})
export const registryOverlapChanged = defineEvent('registry-credential.overlap-changed', {
  audience: 'account',
  text: 'changed the overlap of the registry credential {subject}',
  data: { what: z.string(), overlapHours: z.int() },
})
/** A reminder 30, 7 or 1 days before it expires; each is recorded once. */
export const registryCredentialExpiring = defineEvent('registry-credential.expiring', {
  audience: 'account',
  text: 'noticed that the registry credential {subject} expires',
  data: { what: z.string(), expires: z.string(), days: z.int() },
})
/** The secret of a credential was shown. */
export const registrySecretShown = defineEvent('registry-credential.secret-shown', {
  audience: 'account',
  text: 'showed the secret of the registry credential {subject}',
  data: { what: z.string() },
})
export const imagePushed = defineEvent('image.pushed', {
  audience: 'vendor',
  text: 'pushed {subject}',
  data: { what: z.string(), digest: z.string(), size: z.int() },
})
