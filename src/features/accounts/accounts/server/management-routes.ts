import { sql } from 'kysely'
import { fromTo } from '#kit/server/events/event.ts'
import { halPage, halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { requireFreshSession } from '#kit/server/serve/fresh-session.ts'
import { requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { visibleIn } from '#kit/server/visible.ts'
import {
  accountEvents,
  assignCsm,
  assignCsms,
  checkAccountName,
  createAccount,
  deleteAccount,
  federateAccounts,
  isAccountNameAvailable,
  listCsms,
  listDeletedAccounts,
  listMultifactor,
  previewFederation,
  readAccounts,
  removeFederation,
  requireMfa,
  restoreAccount,
  setMultifactor,
  setPlanFacets,
  unassignCsm,
  updateAccount,
} from '../contract.ts'
import { accountIn } from './account-in.ts'
import type { AccountRecords } from './account-records.ts'
import { checkName } from './check-name.ts'
import { findCsms, setCsm } from './csm.ts'
import { findDeleted, remove, restore } from './delete-account.ts'
import { setParent } from './federation.ts'
import { previewFederationOf } from './preview-federation.ts'
import { setPlan } from './set-plan-facets.ts'
import { accountReply, lockAccount, type StoredAccount, withVersionBump } from './stored-account.ts'
import { create, update } from './write-account.ts'

/** Managing accounts: creating, changing and deleting them, their managers, and their parents. */
export function serveAccountManagement(
  portal: AppContext,
  records: Pick<AccountRecords, 'casesSeenIn' | 'releasesSeenIn'>,
): void {
  const { db } = portal
  registerCommand(portal, createAccount, create)
  registerCommand(portal, updateAccount, update)
  registerCommand(portal, deleteAccount, (call) => {
    requireFreshSession(call.session)
    return remove(call)
  })
  registerCommand(portal, restoreAccount, restore)
  serve(portal, listDeletedAccounts, async (call) => {
    const { rows, count } = await findDeleted(db, call.query)
    return halPage(call, 'accounts', { rows, total: { count }, lastUpdateTime: null })
  })
  serve(
    portal,
    isAccountNameAvailable,
    async ({ query }) => (await checkName(db, query.accountName)).verdict === 'free',
  )
  serve(portal, checkAccountName, ({ query }) => checkName(db, query.accountName))
  serveFederation(portal, records)
  serveCsms(portal)
  serveMultifactor(portal)
  registerCommand(portal, setPlanFacets, setPlan)
}

function serveFederation(portal: AppContext, records: Pick<AccountRecords, 'casesSeenIn' | 'releasesSeenIn'>): void {
  serve(portal, previewFederation, async (call) => {
    const { id } = await accountIn(portal.db, call.session, { idOrName: call.params.id, permission: readAccounts })
    const { parentAccount, viewOnly } = call.query
    const change = { ...(parentAccount === undefined ? {} : { parentAccount: parentAccount || null }), viewOnly }
    const rows = await previewFederationOf(portal.db, records, { id, change })
    return halSinglePage(call, 'users', rows)
  })
  registerCommand(portal, removeFederation, async (call) => {
    const account = await lockAccount(call.tx, call.session, call.params.id, federateAccounts)
    requireVersion(call, account.version)
    if (await setParent(call.tx, account, null))
      await call.record(accountEvents.federated, {
        account: account.id,
        subject: account.id,
        data: { changes: { parentAccount: fromTo(account.parentName, null) } },
      })
    return undefined
  })
}

function serveCsms(portal: AppContext): void {
  registerCommand(portal, assignCsm, async (call) => {
    const account = await lockAccount(call.tx, call.session, call.params.id, assignCsms)
    const csmId = Number(call.params.csmId)
    if (await setCsm(call.tx, account, csmId)) await call.record(accountEvents.csmChanged, csmFact(account, csmId))
    return accountReply(call.tx, call.session, account.id)
  })
  registerCommand(portal, unassignCsm, async (call) => {
    const account = await lockAccount(call.tx, call.session, call.params.id, assignCsms)
    requireVersion(call, account.version)
    if (await setCsm(call.tx, account, null)) await call.record(accountEvents.csmChanged, csmFact(account, null))
    return undefined
  })
  serve(portal, listCsms, async (call) => {
    const rows = await findCsms(portal.db)
    return halSinglePage(call, 'users', rows)
  })
}

function serveMultifactor(portal: AppContext): void {
  serve(portal, listMultifactor, async (call) => {
    const { rows } = await sql<{ account: string; displayName: string; enabled: boolean }>`
      select name as account, display_name as "displayName", requires_mfa as enabled from accounts
      where deleted_at is null and ${visibleIn(call.session, requireMfa, 'id')} order by display_name collate "und-x-icu", id`.execute(
      portal.db,
    )
    return halSinglePage(call, 'accounts', rows)
  })
  registerCommand(portal, setMultifactor, async (call) => {
    const { enabled: isEnabled } = call.query
    const account = await lockAccount(call.tx, call.session, call.params.accountName, requireMfa)
    if (account.requiresMfa !== isEnabled) {
      await call.tx
        .updateTable('accounts')
        .set({ requires_mfa: isEnabled, ...withVersionBump })
        .where('id', '=', account.id)
        .execute()
      const data = { changes: { requiresMfa: fromTo(!isEnabled, isEnabled) } }
      await call.record(accountEvents.mfaRequired, { account: account.id, subject: account.id, data })
    }
    return { account: account.name, displayName: account.displayName, enabled: isEnabled }
  })
}

function csmFact({ id, csmId }: StoredAccount, now: number | null) {
  return { account: id, subject: id, data: { changes: { csm: fromTo(csmId, now) } } }
}
