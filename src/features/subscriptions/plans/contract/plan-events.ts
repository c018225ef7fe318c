import { defineEvent } from '#kit/contract/event.ts'

export const planEvents = {
  planCreated: defineEvent('plan.created', 'vendor'),
  planEdited: defineEvent('plan.edited', 'vendor'),
  planDeleted: defineEvent('plan.deleted', 'vendor'),
  /** Values of services changed: `data.changes` by plan and service. */
  valuesChanged: defineEvent('plan.values-changed', 'vendor'),
  serviceCreated: defineEvent('service.created', 'vendor'),
  serviceEdited: defineEvent('service.edited', 'vendor'),
  serviceDeleted: defineEvent('service.deleted', 'vendor'),
} as const
