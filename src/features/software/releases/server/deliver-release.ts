import { sql } from 'kysely'
import * as z from 'zod/mini'
import { defineJobKind, jobTask, StepFailed } from '#features/platform/jobs/server/index.ts'
import { openSigner, SigningFailed } from '#features/platform/signing/server/index.ts'
import { bundleHistoryRecorded } from '#features/software/bundles/contract.ts'
import type { DataOf } from '#kit/contract/event.ts'
import type { Database } from '#kit/server/database.ts'
import { fromTo, noUser, recordEvent } from '#kit/server/events/event.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import type { Task } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { releaseDelivered, releaseFailed } from '../contract.ts'
import { approvedRelease } from './approved-release.ts'
import { checkComponents } from './check-components.ts'
import { copyImages } from './copy-images.ts'
import { frozenComponents } from './frozen-components.ts'
import { notifyOfDelivery } from './notify-of-delivery.ts'
import { draftStatement, signDraft, storeSignatures } from './sign-release.ts'
import { manifestOf } from './signing/manifest.ts'

/** The job from approval to delivery. */
export const DELIVERY = defineJobKind('release.delivery', { releaseId: z.number() })

/**
 * From approval to delivery: check the stored bytes against the frozen manifest, copy images to the registry that
 * customers pull from, sign, deliver. Each step can run again.
 */
export function deliveryTask(portal: AppContext): Task {
  const store = fileStoreOf(portal.config)
  const steps = [
    { name: 'check', run: ({ releaseId }: Input) => check(portal.db, store, releaseId) },
    { name: 'copy', run: ({ releaseId }: Input) => copy(portal, store, releaseId) },
    { name: 'sign', run: ({ releaseId }: Input) => sign(portal, releaseId) },
    { name: 'deliver', run: ({ releaseId }: Input) => deliver(portal, releaseId) },
  ]
  return jobTask(portal, DELIVERY, steps, ({ releaseId }) => publishStep(portal, releaseId))
}

type Input = DataOf<typeof DELIVERY.input>

/** Every component is read from the store and digested again; nothing that was changed since is signed. */
async function check(db: Database, store: FileStore, id: number): Promise<void> {
  const release = await approvedRelease(db, id)
  const components = await frozenComponents(db, id)
  if (!manifestOf({ ...release.facts, components }).equals(release.manifest))
    throw new StepFailed('The manifest is not the one that was frozen when the release was made.')
  await checkComponents(db, store, components)
}

async function copy(portal: AppContext, store: FileStore, id: number): Promise<void> {
  const { facts } = await approvedRelease(portal.db, id)
  await copyImages(portal, store, { id, account: facts.account })
}

/** Signs the statement over the frozen manifest, outside of any transaction; a retry signs it again. */
async function sign({ db, config }: AppContext, id: number): Promise<void> {
  try {
    const signer = await openSigner(db, config)
    const draft = await inTransaction(db, (tx) => draftStatement(tx, signer, id))
    const signedDraft = await signDraft(signer, draft)
    await inTransaction(db, (tx) => storeSignatures(tx, id, signedDraft))
  } catch (failure) {
    throw failure instanceof SigningFailed ? new StepFailed(failure.message) : failure
  }
}

/** Delivers it to the customer: status, event and notification of the account's users in one transaction. */
async function deliver(portal: AppContext, id: number): Promise<void> {
  await inTransaction(portal.db, async (tx) => {
    const { rows } = await sql<{
      name: string
      bundleId: number
      accountId: number
      userId: number
      userName: string
    }>`
      with delivered as (
        update bundle_releases set status = 'DELIVERED', delivered_at = now(), version = version + 1, updated_at = clock_timestamp()
        where id = ${id} and status = 'RELEASED' and exists (select 1 from bundles where id = bundle_id and status = 'ACTIVE' for share) returning *)
      select d.name, d.bundle_id as "bundleId", d.account_id as "accountId", d.approved_by as "userId", u.full_name as "userName"
      from delivered d join users u on u.id = d.approved_by`.execute(tx)
    const release = rows[0]
    // Delivered already before a crash; or the bundle was stopped meanwhile, which is reported.
    if (!release) return void (await approvedRelease(tx, id))
    const { name, bundleId, accountId, userId, userName } = release
    const data = { releaseId: id, what: name, changes: { status: fromTo('RELEASED', 'DELIVERED') } }
    await recordEvent(tx, releaseDelivered, { userId, userName }, { account: accountId, subject: bundleId, data })
    await notifyOfDelivery(portal, tx, id)
  })
}

/** Open pages of vendor staff follow the steps; a failure is recorded as well. */
async function publishStep(portal: AppContext, id: number): Promise<void> {
  const { rows } = await sql<{
    bundleId: string
    name: string
    accountId: number
    account: string
    state: string
    error: string | null
  }>`
    select r.bundle_id::text as "bundleId", r.name, r.account_id as "accountId", a.name as account, j.state, j.error
    from bundle_releases r join accounts a on a.id = r.account_id join jobs j on j.id = r.job_id where r.id = ${id}`.execute(
    portal.db,
  )
  const release = rows[0]
  if (!release) return
  const { bundleId, name: what, account, accountId, state, error } = release
  await inTransaction(portal.db, async (tx) => {
    if (state === 'FAILED')
      await recordEvent(tx, releaseFailed, noUser, {
        account: accountId,
        subject: bundleId,
        data: { releaseId: id, what, error },
      })
    else
      await portal.live.publish(tx, {
        topic: bundleHistoryRecorded,
        body: { name: 'bundle.release-step', bundleId, releaseId: String(id), account, what, by: null },
      })
  })
}
