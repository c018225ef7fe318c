import * as z from 'zod/mini'
import { defineMessages } from '#kit/server/outbox/message-type.ts'

const about = {
  /** The id of the identity provider. */
  provider: z.string(),
  /** The user as their directory knows them. */
  who: z.strictObject({ subject: z.nullable(z.string()), email: z.string(), fullName: z.string() }),
}
const aboutGroup = { ...about, group: z.string() }

/** The outbox messages to external directories. */
export const directoryMessages = defineMessages({
  /** `profile`: the name is applied as well. */
  read: { ...about, profile: z.optional(z.boolean()) },
  joinGroup: aboutGroup,
  leaveGroup: aboutGroup,
  invite: about,
  resetPassword: about,
  resetFactors: about,
  reactivate: about,
  endSessions: about,
  erase: about,
  suspend: about,
  unsuspend: about,
  unlock: about,
  deactivate: about,
})
