import { sql } from 'kysely'
import { fromTo } from '#kit/server/events/event.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  type AccountStorage,
  accountEvents,
  editPlans,
  limitValue,
  MAX_BYTES,
  readAccounts,
  readPlans,
  readStorage,
  setStorageLimit,
} from '../contract.ts'
import { accountIn } from './account-in.ts'
import { effectiveLimit, lockSubscription, overrideOf, setOverride } from './facet-overrides.ts'
import { lockAccount } from './stored-account.ts'

/** Storage used by the files of an account, and its limit. */
export function serveStorage(portal: AppContext): void {
  serve(portal, readStorage, async (call) => {
    const account = await accountIn(portal.db, call.session, {
      idOrName: call.params.id,
      permission: readAccounts,
      also: sql<AccountStorage>`(select used from account_storage where account_id = a.id) as used,
        ${effectiveLimit(sql`a.id`, MAX_BYTES)} as "limit"`,
    })
    requirePermission(call, readPlans, account.name)
    return { used: account.used, limit: account.limit }
  })
  registerCommand(portal, setStorageLimit, setLimit)
}

/**
 * Sets the limit of the account in place of its plan's. A limit below the usage deletes nothing: nothing is added until
 * the quota allows it.
 */
async function setLimit(call: CommandContext<typeof setStorageLimit>): Promise<AccountStorage> {
  const { tx, session, params, body } = call
  const { id } = await lockAccount(tx, session, params.id, editPlans)
  await lockSubscription(tx, id)
  const value = await overrideOf(tx, id, MAX_BYTES)
  const before = value && (value.isInfinity ? 'unlimited' : (value.numberValue ?? null))
  if (body.limit !== before) {
    await setOverride(tx, id, MAX_BYTES, body.limit === null ? null : limitValue(body.limit))
    const data = { changes: { storage: fromTo(before, body.limit) } }
    await call.record(accountEvents.planChanged, { account: id, subject: id, data })
  }
  const { rows } = await sql<AccountStorage>`
    select used, ${effectiveLimit(id, MAX_BYTES)} as "limit" from account_storage where account_id = ${id}`.execute(tx)
  return rows[0]!
}
