import type { AppContext } from '#kit/server/portal.ts'
import { MAX_API_CALLS } from '../contract.ts'
import { rejectUse } from './require-use.ts'
import { countDailyUses } from './reserved-uses.ts'

/**
 * Counts each call with an API token in the accounts of its user, and rejects it where the calls of the day are used up.
 * Tokens of vendor staff have no such limit, and downloads of releases their own (`countedApart`): a security release is
 * downloaded with a token whatever was called before.
 */
export function limitApiCalls({ db, http, log, tokenCallChecks }: AppContext): void {
  const calls = countDailyUses(db, MAX_API_CALLS, (failure) => log.warn({ err: failure }, 'API calls stay reserved'))
  http.addHook('onClose', () => calls.close())
  tokenCallChecks.push(async ({ accountIds, actor }) => {
    if (actor.roles.some(({ account }) => account === '*')) return
    for (const accountId of accountIds.values()) {
      const reachedLimit = await calls.take(accountId)
      if (reachedLimit) rejectUse(reachedLimit)
    }
  })
}
