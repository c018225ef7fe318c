import * as z from 'zod/mini'
import { CasePriority, CaseStatus, CaseType } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'

/** One hit of the command palette; `exact` when the whole key or name was typed. */
const hit = { id: z.string(), title: z.string(), hint: z.nullable(z.string()), exact: z.boolean() }
export const CaseHit = z.object({
  kind: z.literal('case'),
  ...hit,
  key: z.string(),
  account: z.string(),
  accountId: z.string(),
  internal: z.boolean(),
  type: CaseType,
  status: CaseStatus,
  priority: CasePriority,
})
export const AccountHit = z.object({ kind: z.literal('account'), ...hit, account: z.string(), accountId: z.string() })
export const DeploymentHit = z.object({
  kind: z.literal('deployment'),
  ...hit,
  account: z.string(),
  accountId: z.string(),
})
export const UserHit = z.object({ kind: z.literal('user'), ...hit, username: z.string() })
/** A page of the wiki; without an account a shared one. */
export const WikiHit = z.object({
  kind: z.literal('wiki'),
  ...hit,
  account: z.nullable(z.string()),
  accountId: z.nullable(z.string()),
  internal: z.boolean(),
})
export const KnownIssueHit = z.object({ kind: z.literal('known-issue'), ...hit, key: z.string() })
/** An event of the calendar; without an account one of the vendor alone. */
export const EventHit = z.object({
  kind: z.literal('event'),
  ...hit,
  account: z.nullable(z.string()),
  accountId: z.nullable(z.string()),
  startTime: z.iso.datetime(),
})
export const SearchHit = z.discriminatedUnion('kind', [
  CaseHit,
  AccountHit,
  DeploymentHit,
  UserHit,
  WikiHit,
  KnownIssueHit,
  EventHit,
])
export type SearchHit = z.output<typeof SearchHit>

export const searchEverything = endpoint({
  tag: 'Search',
  guard: 'signed-in',
  name: 'searchEverything',
  method: 'GET',
  url: '/api/search',
  summary:
    'Search cases, known issues, accounts, deployments, users, wiki pages and events for the command palette; exact keys and names first, tolerates a typo',
  query: z.strictObject({
    q: z.string().check(z.minLength(1), z.maxLength(200)),
    /** Narrows to one account. */
    account: z.optional(z.string().check(z.maxLength(32))),
  }),
  reply: z.object({ _embedded: z.object({ results: z.array(SearchHit) }), took: z.number() }),
  limit: { count: 300, seconds: 60 },
  problems: [],
})
