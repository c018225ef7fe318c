import * as z from 'zod/mini'

/** What the data of an event of a case says where the event did not come from a page of the portal. */
export const caseOrigin = {
  /** The connection of the tracker that it was read from. */
  fromTracker: z.optional(z.string()),
  /** The token of the ticket system that sent it. */
  fromToken: z.optional(z.string()),
  /** What the mail by which it came proved. */
  byMail: z.optional(z.strictObject({ dkim: z.nullable(z.string()), spf: z.nullable(z.string()) })),
}
