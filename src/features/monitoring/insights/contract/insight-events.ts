import * as z from 'zod/mini'
import { changesTo, defineEvent } from '#kit/contract/event.ts'

export const findingOpened = defineEvent('finding.opened', {
  audience: 'account',
  text: 'opened the finding {subject}',
  data: { what: z.string(), deployment: z.string(), insight: z.string(), object: z.string(), severity: z.string() },
})
export const findingCleared = defineEvent('finding.cleared', {
  audience: 'account',
  text: 'cleared the finding {subject}',
  data: { what: z.string(), deployment: z.string(), insight: z.string(), object: z.string(), severity: z.string() },
})
export const findingAcknowledged = defineEvent('finding.acknowledged', {
  audience: 'account',
  text: 'acknowledged the finding {subject}',
  data: {
    what: z.string(),
    deployment: z.string(),
    insight: z.string(),
    object: z.string(),
    reason: z.optional(z.string()),
    until: z.optional(z.string()),
  },
})
export const findingReopened = defineEvent('finding.reopened', {
  audience: 'account',
  text: 'reopened the finding {subject}',
  data: {
    what: z.string(),
    deployment: z.optional(z.string()),
    insight: z.optional(z.string()),
    object: z.string(),
    expired: z.optional(z.boolean()),
  },
})
export const findingFiled = defineEvent('finding.filed', {
  audience: 'account',
  text: 'filed a case about the finding {subject}',
  data: { what: z.string(), case: z.string() },
})
export const insightGroupingEdited = defineEvent('insight.grouping-edited', {
  audience: 'vendor',
  text: 'edited {subject} in the insight catalogue',
  data: {
    kind: z.enum(['category', 'type']),
    name: z.string(),
    changes: changesTo({
      displayName: z.string(),
      color: z.string(),
      priority: z.int(),
    }),
  },
})
