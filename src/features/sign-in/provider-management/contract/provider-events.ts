import * as z from 'zod/mini'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { outsideTypes } from './provider-shapes.ts'

export const providerCreated = defineEvent('identity-provider.created', {
  audience: 'vendor',
  text: 'created the identity provider {subject}',
  data: { name: z.string(), type: z.enum(outsideTypes) },
})
/** `data.changes` has the changed settings; of secrets and certificates only that they changed. */
export const providerUpdated = defineEvent('identity-provider.updated', {
  audience: 'vendor',
  text: 'edited the identity provider {subject}',
  data: {
    name: z.string(),
    changes: changesTo({
      certificates: z.int(),
      eventsSecret: z.string(),
      managementSecret: z.string(),
      clientSecret: z.string(),
      name: z.string(),
      type: z.enum(outsideTypes),
      issuer: z.string(),
      clientId: z.string(),
      scopes: z.array(z.string()),
      domains: z.array(z.string()),
      allowUserCreation: z.boolean(),
      useExternalAcl: z.boolean(),
      trustsRoutedAddresses: z.boolean(),
      claimMapping: z.strictObject({
        email: z.optional(z.nullable(z.string())),
        name: z.optional(z.nullable(z.string())),
        groups: z.optional(z.nullable(z.string())),
        roles: z.optional(z.array(z.strictObject({ group: z.string(), role: z.optional(z.nullable(z.string())) }))),
      }),
      enabled: z.boolean(),
      entryPoint: z.string(),
      entityId: z.string(),
      managementUrl: z.string(),
      factorGroup: z.string(),
    }),
  },
})
export const providerDeleted = defineEvent('identity-provider.deleted', {
  audience: 'vendor',
  text: 'deleted the identity provider {subject}',
  data: { name: z.string(), users: z.int() },
})
/** A test sign-in was started. */
export const providerTested = defineEvent('identity-provider.tested', {
  audience: 'vendor',
  text: 'tested the identity provider {subject}',
  data: { name: z.string() },
})
