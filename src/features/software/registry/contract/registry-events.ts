import { defineEvent } from '#kit/contract/event.ts'

export const registryCredentialCreated = defineEvent('registry-credential.created', 'account')
export const registryCredentialRotated = defineEvent('registry-credential.rotated', 'account')
export const registryCredentialRevoked = defineEvent('registry-credential.revoked', 'account')
export const registryOverlapChanged = defineEvent('registry-credential.overlap-changed', 'account')
/** A reminder 30, 7 or 1 days before it expires; each is recorded once. */
export const registryCredentialExpiring = defineEvent('registry-credential.expiring', 'account')
/** The secret of a credential was shown. */
export const registrySecretShown = defineEvent('registry-credential.secret-shown', 'account')
export const imagePushed = defineEvent('image.pushed', 'vendor')
