import * as z from 'zod/mini'
import { defineEvent } from '#kit/contract/event.ts'

export const deploymentTokenCreated = defineEvent('deployment.token-created', {
  audience: 'vendor',
  text: 'created a token of a deployment',
  data: { deployment: z.string(), token: z.string(), name: z.string() },
})
export const deploymentTokenRevoked = defineEvent('deployment.token-revoked', {
  audience: 'vendor',
  text: 'revoked a token of a deployment',
  data: { deployment: z.string(), token: z.string(), name: z.string() },
})
/** The first samples that a token sent were stored: `data.token`. */
export const deploymentSamplesBegan = defineEvent('deployment.samples-began', {
  audience: 'vendor',
  text: 'stored the first samples of a token of deployment {subject}',
  data: { deployment: z.string(), token: z.string() },
})
