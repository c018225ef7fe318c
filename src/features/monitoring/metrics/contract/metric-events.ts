import { defineEvent } from '#kit/contract/event.ts'

export const deploymentTokenCreated = defineEvent('deployment.token-created', 'vendor')
export const deploymentTokenRevoked = defineEvent('deployment.token-revoked', 'vendor')
