import * as z from 'zod/mini'
import { accountName, accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { configureWiki } from './contract/mirror-permissions.ts'
import { WikiConfig, wikiSettings } from './contract/mirror-shapes.ts'

export { configureWiki } from './contract/mirror-permissions.ts'
export { WikiConfig } from './contract/mirror-shapes.ts'

const shared = { tag: 'Wiki', guard: configureWiki, url: '/api/plugins/confluence/configs' } as const
const noAccount = accountProblems['account-not-found']

export const listWikiConfigs = endpoint({
  ...shared,
  name: 'listWikiConfigs',
  method: 'GET',
  summary: 'List the Confluence spaces of accounts, or that of one account',
  query: z.strictObject({ account: z.optional(accountName) }),
  reply: halList('configs', WikiConfig),
  problems: [noAccount],
})
export const connectWiki = endpoint({
  ...shared,
  name: 'connectWiki',
  method: 'POST',
  summary: 'Connect the wiki of an account to a Confluence space, or change the settings of the connection',
  forbiddenWhileImpersonating: true,
  query: z.strictObject({ account: accountName }),
  body: wikiSettings,
  reply: WikiConfig,
  problems: [noAccount],
})
