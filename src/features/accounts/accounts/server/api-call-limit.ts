import type { AppContext } from '#kit/server/portal.ts'
import { MAX_API_CALLS } from '../contract.ts'
import { requireUse } from './require-use.ts'

/**
 * Counts each call with an API token in the accounts of its user, and rejects it where the calls of the day are used up.
 * Tokens of vendor staff have no such limit, and downloads of releases their own (`countedApart`): a security release is
 * downloaded with a token whatever was called before.
 */
export function limitApiCalls({ db, tokenCallChecks }: AppContext): void {
  tokenCallChecks.push(async ({ accountIds, actor }) => {
    if (actor.roles.some(({ account }) => account === '*')) return
    for (const accountId of accountIds.values())
      await requireUse(db, accountId, { facet: MAX_API_CALLS, period: 'day' })
  })
}
