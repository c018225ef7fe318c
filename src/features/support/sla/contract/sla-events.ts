import * as z from 'zod/mini'
import { defineEvent } from '#kit/contract/event.ts'

export const slaMonthClosed = defineEvent('sla.month-closed', {
  audience: 'account',
  text: 'closed the SLA month {subject}',
})
export const slaMonthEdited = defineEvent('sla.month-edited', {
  audience: 'account',
  text: 'edited the SLA month {subject}',
  data: {
    outages: z.array(z.string()),
    counts: z.optional(
      z.strictObject({
        cn: z.int(),
        cnD31: z.nullable(z.int()),
        nonCn: z.int(),
        d31: z.nullable(z.int()),
        onu: z.int(),
      }),
    ),
    reason: z.string(),
  },
})
/** A customer disputes the line of an outage. */
export const slaLineDisputed = defineEvent('sla.line-disputed', {
  audience: 'account',
  text: 'disputed the line of {key} in the SLA month {subject}',
  data: { key: z.string(), dispute: z.string() },
})
/** The files of a revision were made and signed. */
export const slaMonthSigned = defineEvent('sla.month-signed', {
  audience: 'account',
  text: 'signed the SLA month {subject}',
  data: { revision: z.int(), keyId: z.string() },
})
export const slaMonthRecounted = defineEvent('sla.month-recounted', {
  audience: 'account',
  text: 'recounted the SLA month {subject} after a change of an outage',
  data: { key: z.string() },
})
