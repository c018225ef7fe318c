import { sql } from 'kysely'
import * as z from 'zod/mini'
import { accountEvents } from '#features/accounts/accounts/contract.ts'
import {
  deploymentsOverLimit,
  insertAccount,
  insertDeployment,
  updateAccountRows,
} from '#features/accounts/accounts/server/index.ts'
import { defineJobKind, type Step, StepFailed } from '#features/platform/jobs/server/index.ts'
import { requireSeat } from '#features/users/managed-users/server/index.ts'
import { inviteUser } from '#features/users/user-management/server/index.ts'
import { grantRole } from '#features/users/users/server/index.ts'
import { normaliseEmail } from '#kit/contract/email-address.ts'
import type { DataOf } from '#kit/contract/event.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, fromTo, recordEvent } from '#kit/server/events/event.ts'
import { HttpProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { deploymentTypeOf, type RequestBody } from '../contract.ts'
import { pageTexts } from '../texts.ts'
import { requestWhere, type StoredRequest } from './request-store.ts'

/** The job that provisions approved requests. */
export const PROVISION = defineJobKind('account-requests.provision', {
  requestId: z.number(),
  deciderId: z.number(),
  deciderName: z.string(),
})

type StepName = keyof typeof pageTexts.step

/** The provisioning steps that a request needs. */
export function stepsOf(request: RequestBody): StepName[] {
  const { requestType, domains, deployment, managerEmail } = request
  if (requestType === 'DEPLOYMENT') return ['deployment']
  return [
    'account',
    'subscription',
    ...(domains?.length ? ['domains' as const] : []),
    ...(deployment ? ['deployment' as const] : []),
    ...(managerEmail ? ['manager' as const] : []),
  ]
}

/** What another feature does for a new account; `StepFailed` holds the reason of a failure. Idempotent. */
export type AccountStep = (tx: Tx, accountId: number, actor: EventActor) => Promise<void>

/** Each step in its own transaction that also records what it created, so that nothing is created twice. */
export function provisioningSteps(
  portal: AppContext,
  giveSubscription: AccountStep,
): Step<DataOf<typeof PROVISION.input>>[] {
  const works: Record<StepName, Work> = {
    account: makeAccount,
    subscription: async (tx, { accountId }, { actor }) => giveSubscription(tx, accountId!, actor),
    domains: allowDomains,
    deployment: makeDeployment,
    manager: inviteManager,
  }
  return Object.entries(works).map(([name, work]) => ({
    name,
    async run({ requestId, deciderId, deciderName }) {
      await inTransaction(portal.db, async (tx) => {
        const request = await requestWhere(tx, sql`r.id = ${requestId}`)
        if (!request) throw new StepFailed('The request was deleted.')
        await work(tx, request, { portal, actor: { userId: deciderId, userName: deciderName } })
      })
    },
  }))
}

type Work = (tx: Tx, request: StoredRequest, by: { portal: AppContext; actor: EventActor }) => Promise<void>

const makeAccount: Work = async (tx, { id, wanted, accountId, requestedBy }, { actor }) => {
  if (accountId !== null) return
  const { name, displayName, region, accountType, partnerType, country, address, timeZone, stage, note } = wanted
  const fields = Object.entries({ accountType, partnerType, country, address, timeZone, stage, description: note })
  const givenFields = Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  const account = await insertAccount(tx, {
    ...givenFields,
    name: name!,
    displayName: displayName!,
    region: region!,
  }).catch((failure: unknown) => {
    if (!(failure instanceof HttpProblem)) throw failure
    throw new StepFailed(fillText(pageTexts.stepFailed.name, { name: name!, why: failure.message }))
  })
  await tx.updateTable('account_requests').set({ account_id: account }).where('id', '=', id).execute()
  // A customer-success manager who requests an account becomes its manager.
  const isCsm = sql`exists (select 1 from role_grants g where g.user_id = ${requestedBy} and g.role = 'HARMONIC_CSM')`
  await updateAccountRows(tx, sql<boolean>`id = ${account} and ${isCsm}`, { csm_id: requestedBy })
  await recordEvent(tx, accountEvents.created, actor, {
    account: account,
    subject: account,
    data: { name, request: id },
  })
}

const allowDomains: Work = async (tx, { accountId, wanted }) => {
  const domains = sql<string[]>`array(select distinct unnest(domains || ${wanted.domains ?? []}::text[]))`
  await updateAccountRows(tx, sql<boolean>`id = ${accountId}`, { domains })
}

const makeDeployment: Work = async (tx, { id, wanted, accountId, deploymentId }, { actor }) => {
  if (deploymentId !== null || !wanted.deployment) return
  const { name, version, stage } = wanted.deployment
  const account = await tx
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where((where) => (accountId === null ? where('name', '=', wanted.account!) : where('id', '=', accountId)))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!account) throw new StepFailed(fillText(pageTexts.stepFailed.accountGone, { account: wanted.account ?? '' }))
  const deployment = await insertDeployment(tx, {
    account_id: account.id,
    name,
    version,
    type: deploymentTypeOf(version),
    stage,
  })
  if (!deployment) throw new StepFailed(fillText(pageTexts.stepFailed.deployment, { account: account.name, name }))
  const full = await deploymentsOverLimit(tx, account.id)
  if (full) throw new StepFailed(fillText(pageTexts.stepFailed.deploymentLimit, full))
  await tx
    .updateTable('account_requests')
    .set({ deployment_id: deployment, account_id: account.id })
    .where('id', '=', id)
    .execute()
  const data = { changes: { deployment: fromTo(null, name) } }
  await recordEvent(tx, accountEvents.edited, actor, { account: account.id, subject: account.id, data })
}

const inviteManager: Work = async (tx, { accountId, wanted }, { portal, actor }) => {
  const email = normaliseEmail(wanted.managerEmail!)
  const grantRows = await sql<{ here: boolean }>`
    select exists (select 1 from role_grants g where g.user_id = u.id and g.account_id = ${accountId} and g.role = 'MANAGER') as here
    from users u where u.email = ${email}`.execute(tx)
  if (grantRows.rows[0]?.here) return
  if (grantRows.rows[0]) throw new StepFailed(fillText(pageTexts.stepFailed.address, { email }))
  const id = await inviteUser(portal, tx, { actor, email, fullName: wanted.managerName! })
  const account = await tx.selectFrom('accounts').select('name').where('id', '=', accountId).executeTakeFirstOrThrow()
  await grantRole(tx, actor, { userId: id, role: 'MANAGER', account: account.name })
  await requireSeat(tx, accountId!)
}
