import * as z from 'zod/mini'

const call = { requestId: z.exactOptional(z.string()), address: z.exactOptional(z.string()) }

/** An actor, where a job or a message records events in their name. */
export const ActorShape = z.union([
  z.strictObject({
    ...call,
    userId: z.exactOptional(z.number()),
    userName: z.string(),
    impersonatorId: z.optional(z.number()),
    impersonatorName: z.optional(z.string()),
  }),
  z.strictObject({ ...call, userName: z.null() }),
])
