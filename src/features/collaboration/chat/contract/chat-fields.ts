import * as z from 'zod/mini'

/** The longest message, in characters of Markdown. */
export const MESSAGE_LENGTH = 40_000
/** The most files of one message. */
export const MOST_MESSAGE_FILES = 10

/** The time of a message in seconds with six decimals; it identifies the message in its channel. */
export const timestamp = z.string().check(z.regex(/^\d{1,10}\.\d{6}$/))
/** Markdown, or HTML that becomes Markdown. */
export const htmlBody = z.string().check(z.minLength(1), z.maxLength(MESSAGE_LENGTH), z.regex(/\S/))
/** Chosen by the sender: a message is stored once for each. */
export const clientKey = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))
export const usernames = z.array(z.string().check(z.maxLength(320))).check(z.minLength(1), z.maxLength(50))

export const channels = '/api/plugins/slack/channels'
export const byId = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) })
export const byTimestamp = z.strictObject({ timestamp })
/** `original` sends a log with its secrets, to its author and TAC managers; each time is recorded. */
export const shownAs = { inline: z.optional(z.boolean()), original: z.optional(z.boolean()) }
export const byFile = z.strictObject({ timestamp, attachmentId: z.string().check(z.regex(/^\d{1,15}$/)) })
