import * as z from 'zod/mini'
import { defineMessages } from '#kit/server/outbox/message-type.ts'

/** The name of who did it, and how often the condition had occurred by then. */
const change = { by: z.string(), occurrences: z.number() }

/** The outbox messages about alerts of incidents. */
export const alertMessages = defineMessages({ create: change, repeat: change, acknowledge: change, close: change })
