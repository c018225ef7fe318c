import * as z from 'zod/mini'

/** An https address without a user name, of at most 2,000 characters. */
export const HttpsUrl = z.string().check(z.maxLength(2000), z.regex(/^https:\/\/[^\s/?#@\\]+([/?#][^\s\\]*)?$/))
