import { fromTo } from '#kit/server/events/event.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { accountEvents, editPlans, limitValue, MAX_USERS, maxUsersOf, type setPlanFacets } from '../contract.ts'
import { lockSubscription, overrideOf, setOverride } from './facet-overrides.ts'
import { accountReply, lockAccount, withVersionBump } from './stored-account.ts'

/**
 * Sets the user limit of an account in place of its plan's. It may be lower than the seats taken: no user loses a seat,
 * and none is added until the quota allows it.
 */
export async function setPlan(call: CommandContext<typeof setPlanFacets>) {
  const { tx, session, params, body } = call
  const { id, version } = await lockAccount(tx, session, params.id, editPlans)
  requireVersion(call, version)
  await lockSubscription(tx, id)
  const value = await overrideOf(tx, id, MAX_USERS)
  const before = value && maxUsersOf([{ facet: { name: MAX_USERS }, constraintValue: value }])
  const after = wantedLimit(body)
  if (after !== before) {
    await setOverride(tx, id, MAX_USERS, after === null ? null : limitValue(after))
    await tx.updateTable('accounts').set(withVersionBump).where('id', '=', id).execute()
    const data = { changes: { [MAX_USERS]: fromTo(wordOf(before), wordOf(after)) } }
    await call.record(accountEvents.planChanged, { account: id, subject: id, data })
  }
  return accountReply(tx, session, id)
}

function wantedLimit(facets: CommandContext<typeof setPlanFacets>['body']): number | null {
  return maxUsersOf(
    facets.map(({ facet, constraintValue: { isInfinity, numberValue } }, place) => {
      if (numberValue === undefined && !isInfinity)
        throwFieldProblem(`${place}.constraintValue.numberValue`, 'is needed where there is a limit')
      return { facet, constraintValue: { isInfinity, numberValue: numberValue ?? 0 } }
    }),
  )
}

/** The limit in the event record: JSON has no infinity. */
function wordOf(limit: number | null): number | 'unlimited' | null {
  return limit === Number.POSITIVE_INFINITY ? 'unlimited' : limit
}
