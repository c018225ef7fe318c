import * as z from 'zod/mini'

/** The name of an account in URLs and groups: 1 to 32 lower-case letters, digits and hyphens. */
export const accountName = z
  .string()
  .check(z.regex(/^[a-z0-9-]{1,32}$/, 'Enter an account name: lowercase letters a-z, digits and hyphens.'))
