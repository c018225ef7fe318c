import { MAX_USERS, maxUsersOf } from '#features/accounts/accounts/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { accountEvents, editPlans, type setPlanFacets } from '../contract.ts'
import { accountAnswer, lockAccount, withVersionBump } from './stored-account.ts'

/**
 * Serves saying what the plan of an account has room for. Fewer seats than are taken are possible: nobody loses theirs,
 * and nobody is added until there is room.
 */
export async function setPlan(call: CommandContext<typeof setPlanFacets>) {
  const { tx, session, params, body } = call
  const { id, version } = await lockAccount(tx, session, params.id, editPlans)
  requireVersion(call, version)
  const before = await storedLimit(tx, id)
  const after = wantedLimit(body)
  if (after !== before) {
    await storeLimit(tx, id, after)
    await tx.updateTable('accounts').set(withVersionBump).where('id', '=', id).execute()
    const data = { changes: { [MAX_USERS]: [wordOf(before), wordOf(after)] } }
    await call.record(accountEvents.planChanged, { account: id, subject: id, data })
  }
  return accountAnswer(tx, session, id)
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

async function storedLimit(tx: Tx, accountId: number): Promise<number | null> {
  const seats = tx.selectFrom('account_seats').select('max_users').where('account_id', '=', accountId).forUpdate()
  const stored = await seats.executeTakeFirst()
  return stored ? (stored.max_users ?? Number.POSITIVE_INFINITY) : null
}

async function storeLimit(tx: Tx, accountId: number, limit: number | null): Promise<void> {
  if (limit === null) {
    await tx.deleteFrom('account_seats').where('account_id', '=', accountId).execute()
    return
  }
  const max_users = Number.isFinite(limit) ? limit : null
  await tx
    .insertInto('account_seats')
    .values({ account_id: accountId, max_users })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ max_users }))
    .execute()
}

/** How the record says it: JSON has no infinity. */
function wordOf(limit: number | null): number | 'unlimited' | null {
  return limit === Number.POSITIVE_INFINITY ? 'unlimited' : limit
}
