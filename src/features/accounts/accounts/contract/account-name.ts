import * as z from 'zod/mini'
import validation from '../messages/validation.en.json' with { type: 'json' }

/** The name of an account in URLs and groups: 1 to 32 lower-case letters, digits and hyphens. */
export const accountName = z.string().check(z.regex(/^[a-z0-9-]{1,32}$/, validation.accountName))
