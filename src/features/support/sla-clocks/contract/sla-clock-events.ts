import * as z from 'zod/mini'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { slaPlans } from './clock-enums.ts'

export const clockWarned = defineEvent('case.clock-warned', {
  audience: 'vendor',
  text: 'warned that an SLA clock of {subject} is due soon',
  data: { caseId: z.optional(z.int()), clock: z.optional(z.string()), due: z.optional(z.string()) },
})
export const clockBreached = defineEvent('case.clock-breached', {
  audience: 'vendor',
  text: 'recorded that an SLA clock of {subject} is overdue',
  data: { caseId: z.optional(z.int()), clock: z.optional(z.string()), due: z.optional(z.string()) },
})
export const slaHoursEdited = defineEvent('sla.hours-edited', {
  audience: 'account',
  text: 'changed the business hours of {subject}',
  data: {
    changes: z.optional(
      changesTo({
        plan: z.enum(slaPlans),
        weekly: z.array(z.strictObject({ day: z.int(), from: z.string(), until: z.string() })),
        holidays: z.array(z.string()),
      }),
    ),
  },
})
export const slaTargetEdited = defineEvent('sla.target-edited', {
  audience: 'vendor',
  text: 'changed the SLA targets {subject}',
  data: {
    changes: changesTo({
      firstResponse: z.int(),
      nextUpdate: z.int(),
      resolution: z.int(),
      business: z.boolean(),
    }),
  },
})
