import { sql } from 'kysely'
import type { lockedBundleOfJob } from '#features/software/bundles/server/index.ts'
import { makeRelease } from '#features/software/releases/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { ringStarted } from '../contract.ts'
import type { StoredRollout } from './stored-rollout.ts'

type Bundle = NonNullable<Awaited<ReturnType<typeof lockedBundleOfJob>>>

/**
 * Releases the locked bundle to the accounts of a ring, by the user who started the rollout: another user approves each.
 * An account that has a release of the bundle already keeps it.
 */
export async function startRing(
  tx: Tx,
  rollout: StoredRollout,
  ring: { readonly position: number; readonly group: string },
  bundle: Bundle,
): Promise<void> {
  const { rows: accounts } = await sql<{ id: number; name: string; releaseId: number | null }>`
    select a.id, a.name, (select r.id from bundle_releases r where r.account_id = a.id and r.bundle_id = ${bundle.id}
      and r.deleted_at is null and r.rejected_at is null order by r.status = 'DELIVERED' desc, r.id desc limit 1) as "releaseId"
    from rollout_accounts x join accounts a on a.id = x.account_id and a.deleted_at is null
    where x.rollout_id = ${rollout.id} and x.position = ${ring.position} order by a.name`.execute(tx)
  const { by, impersonator, note, isSecurity } = rollout
  const actor = {
    userId: by.id,
    userName: by.fullName,
    ...(impersonator && { impersonatorId: impersonator.id, impersonatorName: impersonator.fullName }),
  }
  for (const { releaseId, ...account } of accounts) {
    const making = { bundle, account, name: bundle.name, note: note ?? undefined, by, impersonator, isSecurity }
    const id = releaseId ?? (await makeRelease(tx, making, actor))
    await sql`update rollout_accounts set release_id = ${id} where rollout_id = ${rollout.id} and account_id = ${account.id}`.execute(
      tx,
    )
  }
  await sql`update rollout_rings set state = 'RELEASING', started_at = clock_timestamp()
    where rollout_id = ${rollout.id} and position = ${ring.position}`.execute(tx)
  const data = { what: bundle.name, ring: ring.position, group: ring.group, accounts: accounts.length }
  await recordEvent(tx, ringStarted, noUser, { subject: rollout.id, data })
}
