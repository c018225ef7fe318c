import * as z from 'zod/mini'
import { PageAudience } from '#features/collaboration/wiki/contract.ts'
import { ConnectionState } from '#features/platform/connections/contract.ts'
import { oneLine } from '#kit/contract/one-line.ts'

/** The space of an account in an outside wiki, whose pages the portal shows too. */
export const WikiConfig = z.object({
  /** The id of its connection. */
  id: z.string(),
  account: z.string(),
  accountDisplayName: z.string(),
  state: ConnectionState,
  url: z.string(),
  spaceKey: z.string(),
  username: z.string(),
  tokenSet: z.boolean(),
  /** Who reads the pages in the portal. */
  readers: PageAudience,
  /** How many pages of the space the portal has. */
  pages: z.int(),
  /** How many it leaves out, because the wiki of the account has the most pages that it can have. */
  leftOut: z.int(),
  /** When the space was last read; null before the first time. */
  read: z.nullable(z.iso.datetime()),
  version: z.int(),
})
export type WikiConfig = z.output<typeof WikiConfig>

/** Absent ones stay as they are. */
export const wikiSettings = z.strictObject({
  url: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  spaceKey: z.optional(oneLine(255).check(z.minLength(1))),
  username: z.optional(oneLine(200).check(z.minLength(1))),
  token: z.optional(z.string().check(z.minLength(1), z.maxLength(2_000))),
  readers: z.optional(PageAudience),
})
