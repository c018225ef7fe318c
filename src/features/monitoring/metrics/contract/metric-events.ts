import { defineEvent } from '#kit/contract/event.ts'

export const deploymentTokenCreated = defineEvent('deployment.token-created', 'vendor')
export const deploymentTokenRevoked = defineEvent('deployment.token-revoked', 'vendor')
/** The first samples that a token sent were stored: `data.token`. */
export const deploymentSamplesBegan = defineEvent('deployment.samples-began', 'vendor')
