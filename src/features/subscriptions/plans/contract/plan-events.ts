import * as z from 'zod/mini'
import { Stage } from '#features/accounts/accounts/contract.ts'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { afterExpiryValues, periodUnits, pricings, valueTypes } from './plan.ts'

export const planEvents = {
  planCreated: defineEvent('plan.created', { audience: 'vendor', text: 'created a plan', data: { name: z.string() } }),
  planEdited: defineEvent('plan.edited', {
    audience: 'vendor',
    text: 'changed a plan',
    data: {
      name: z.string(),
      changes: changesTo({
        name: z.string(),
        pricing: z.enum(pricings),
        headerColour: z.string(),
        displayOrder: z.int(),
        freeTrialPeriod: z.strictObject({ amount: z.int(), unit: z.enum(periodUnits) }),
        paidSubscriptionPeriod: z.strictObject({ amount: z.int(), unit: z.enum(periodUnits) }),
        defaultStages: z.array(Stage),
      }),
    },
  }),
  planDeleted: defineEvent('plan.deleted', { audience: 'vendor', text: 'deleted a plan', data: { name: z.string() } }),
  /** Values of services changed: `data.changes` by plan and service. */
  valuesChanged: defineEvent('plan.values-changed', {
    audience: 'vendor',
    text: 'changed the values of a plan',
    data: {
      name: z.string(),
      changes: changesTo({
        'facet-downloads-max-month': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
        'facet-api-max-calls-day': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
        'facet-users-max-users': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
        'facet-storage-max-bytes': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
        'facet-network-modems': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
        'facet-deployments-max-deployments': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
        'facet-analytics-retention-days': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
        'facet-analytics-max-series': z.strictObject({ isInfinity: z.boolean(), numberValue: z.int() }),
        'facet-chat-enabled': z.strictObject({ booleanValue: z.boolean() }),
        'facet-support-on-site-visits': z.strictObject({ listValue: z.string() }),
        'facet-data-kept': z.strictObject({
          isInfinity: z.optional(z.boolean()),
          numberValue: z.optional(z.int()),
          listValue: z.optional(z.string()),
          booleanValue: z.optional(z.boolean()),
        }),
      }),
    },
  }),
  serviceCreated: defineEvent('service.created', {
    audience: 'vendor',
    text: 'created a service',
    data: { name: z.string() },
  }),
  serviceEdited: defineEvent('service.edited', {
    audience: 'vendor',
    text: 'changed a service',
    data: {
      name: z.string(),
      changes: changesTo({
        category: z.string(),
        subcategory: z.string(),
        description: z.string(),
        valueType: z.enum(valueTypes),
        values: z.array(z.string()),
        unit: z.string(),
        minimum: z.int(),
        maximum: z.int(),
        afterExpiry: z.enum(afterExpiryValues),
        analyticsOverride: z.string(),
        displayOrder: z.int(),
      }),
    },
  }),
  serviceDeleted: defineEvent('service.deleted', {
    audience: 'vendor',
    text: 'deleted a service',
    data: { name: z.string() },
  }),
} as const
