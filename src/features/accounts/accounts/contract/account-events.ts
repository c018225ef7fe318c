import * as z from 'zod/mini'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { AccountType, PartnerType, Region, Stage } from './account-shapes.ts'

export const accountEvents = {
  created: defineEvent('account.created', {
    audience: 'account',
    text: 'created the account',
    data: {
      name: z.optional(z.string()),
      fields: z.optional(
        z.strictObject({
          name: z.string(),
          displayName: z.string(),
          region: Region,
          viewOnly: z.optional(z.boolean()),
          description: z.optional(z.string()),
          accountType: z.optional(AccountType),
          partnerType: z.optional(z.nullable(PartnerType)),
          stage: z.optional(Stage),
          country: z.optional(z.nullable(z.string())),
          city: z.optional(z.nullable(z.string())),
          address: z.optional(z.nullable(z.string())),
          timeZone: z.optional(z.string()),
          crmId: z.optional(z.nullable(z.string())),
          isParent: z.optional(z.boolean()),
          selfJoin: z.optional(z.boolean()),
          csm: z.optional(z.nullable(z.string())),
        }),
      ),
      request: z.optional(z.int()),
    },
  }),
  edited: defineEvent('account.edited', {
    audience: 'account',
    text: 'changed the account’s details',
    data: {
      changes: changesTo({
        viewOnly: z.boolean(),
        displayName: z.string(),
        description: z.string(),
        accountType: AccountType,
        partnerType: PartnerType,
        stage: Stage,
        region: Region,
        country: z.string(),
        city: z.string(),
        address: z.string(),
        timeZone: z.string(),
        crmId: z.string(),
        isParent: z.boolean(),
        selfJoin: z.boolean(),
        deployment: z.string(),
      }),
    },
  }),
  deleted: defineEvent('account.deleted', {
    audience: 'account',
    text: 'deleted the account',
    data: { name: z.string(), users: z.int() },
  }),
  restored: defineEvent('account.restored', {
    audience: 'account',
    text: 'restored the account',
    data: { name: z.string() },
  }),
  erased: defineEvent('account.erased', { audience: 'vendor', text: 'erased the account permanently' }),
  /** The parent was set or removed: `data.changes.parentAccount`. */
  federated: defineEvent('account.federated', {
    audience: 'account',
    text: 'changed the account’s parent',
    data: { changes: changesTo({ parentAccount: z.string() }) },
  }),
  csmChanged: defineEvent('account.csm-changed', {
    audience: 'account',
    text: 'changed the customer-success manager',
    data: { changes: changesTo({ csm: z.int() }) },
  }),
  mfaRequired: defineEvent('account.mfa-required', {
    audience: 'account',
    text: 'changed the second-factor requirement',
    data: { changes: changesTo({ requiresMfa: z.boolean() }) },
  }),
  planChanged: defineEvent('account.plan-limits-changed', {
    audience: 'account',
    text: 'changed the plan limits',
    data: {
      changes: changesTo({
        'facet-users-max-users': z.union([z.literal('unlimited'), z.int()]),
        storage: z.union([z.string(), z.int()]),
        'facet-data-kept': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
      }),
    },
  }),
  logoChanged: defineEvent('account.logo-changed', {
    audience: 'account',
    text: 'changed the logo',
    data: { digest: z.nullable(z.string()) },
  }),
} as const
