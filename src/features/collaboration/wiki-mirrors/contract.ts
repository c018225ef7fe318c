import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { accountName, accountProblems } from '#features/accounts/accounts/contract.ts'
import { PageAudience } from '#features/collaboration/wiki/contract.ts'
import { ConnectionState } from '#features/platform/connections/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { oneLine } from '#kit/contract/one-line.ts'
import { permission } from '#kit/contract/permission.ts'

/** Connect the wiki of accounts to an outside system. */
export const configureWiki = permission(
  'wiki:configure',
  'Connect the wiki of accounts to an outside system',
  roles('ADMIN', 'CENTRAL'),
)

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

const configs = { tag: 'Wiki', guard: configureWiki, url: '/api/plugins/confluence/configs' } as const
const noAccount = accountProblems['account-not-found']

export const listWikiConfigs = endpoint({
  ...configs,
  name: 'listWikiConfigs',
  method: 'GET',
  summary: 'List the Confluence spaces of accounts, or that of one account',
  query: z.strictObject({ account: z.optional(accountName) }),
  reply: halList('configs', WikiConfig),
  problems: [noAccount],
})
export const connectWiki = endpoint({
  ...configs,
  name: 'connectWiki',
  method: 'POST',
  summary: 'Connect the wiki of an account to a Confluence space, or change the settings of the connection',
  forbiddenWhileImpersonating: true,
  query: z.strictObject({ account: accountName }),
  body: wikiSettings,
  reply: WikiConfig,
  problems: [noAccount],
})
