import { sql } from 'kysely'
import { staffWith } from '#features/access/scope/server/index.ts'
import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import { approvalsPath } from '#features/software/release-pages/paths.ts'
import {
  approveReleases,
  releaseApproved,
  releaseDeleted,
  releaseRejected,
} from '#features/software/releases/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { defineNotification } from '#kit/server/notification.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { checkOverridden, overrideRollouts, ringHeld, ringStarted, rolloutStopped } from '../contract.ts'
import { rolloutPath } from '../paths.ts'

/** One for all releases of a ring, to those who may approve them. */
const ringWaits = defineNotification('rollout.ring-waits', {
  group: notificationsOf.approvals,
  title: 'Ring {ring} of the rollout of {bundle} waits for approval',
  text: '{who} rolls {bundle} out. The releases to the accounts of {group} are delivered when a second user approves them.',
  open: 'Open the approvals',
  readable: [approveReleases],
})

/** To those who may override the checks. */
const rolloutHeld = defineNotification('rollout.held', {
  group: notificationsOf.approvals,
  title: 'The rollout of {bundle} is held before ring {ring}',
  text: 'Failed checks: {checks}. A second user may override them, or the rollout is stopped.',
  open: 'Open the rollout',
  readable: [overrideRollouts],
})

/** Notifies of what waits for a second user, and takes it back once it waits no longer. */
export function approvalHandlers({ notifier }: AppContext): EventHandler[] {
  return [
    on(ringStarted, 'rollout-waits', async ({ id, subjectId, data }, tx) => {
      await notifier.takeBack(tx, { thread: heldThread(subjectId), keys: 'all' })
      const [rollout] = await startersOf(tx, subjectId)
      if (!rollout || (await ringsWithout(tx, { rolloutId: Number(subjectId), position: data.ring })).length > 0) return
      await notifier.notify(tx, ringWaits, {
        to: await staffWith(tx, approveReleases, [rollout.userId, rollout.impersonatorId]),
        values: { ring: data.ring, bundle: data.what, group: data.group, who: rollout.fullName },
        link: approvalsPath(),
        key: String(id),
        thread: ringThread(subjectId, data.ring),
        readable: { permission: approveReleases, accountId: null },
      })
    }),
    on([releaseApproved, releaseRejected, releaseDeleted], 'rollout-decided', async ({ subjectId }, tx) => {
      for (const { id, position } of await ringsWithout(tx, { bundleId: Number(subjectId) }))
        await notifier.takeBack(tx, { thread: ringThread(id, position), keys: 'all' })
    }),
    on(ringHeld, 'rollout-held', async ({ id, subjectId, data }, tx) => {
      const [rollout] = await startersOf(tx, subjectId)
      if (!rollout) return
      const thread = heldThread(subjectId)
      await notifier.takeBack(tx, { thread, keys: 'all' })
      await notifier.notify(tx, rolloutHeld, {
        to: await staffWith(tx, overrideRollouts, [rollout.userId, rollout.impersonatorId]),
        values: { ring: data.ring, bundle: data.what, checks: data.checks.join(', ') },
        link: rolloutPath({ rolloutId: subjectId! }),
        key: String(id),
        thread,
        readable: { permission: overrideRollouts, accountId: null },
      })
    }),
    on([checkOverridden, rolloutStopped], 'rollout-not-held', async ({ subjectId }, tx) => {
      await notifier.takeBack(tx, { thread: heldThread(subjectId), keys: 'all' })
    }),
  ]
}

function ringThread(rollout: number | string | null, position: number): string {
  return `rollout-${rollout}-ring-${position}`
}

function heldThread(rollout: string | null): string {
  return `rollout-${rollout}-held`
}

/** The user who started a rollout, while it is running. */
async function startersOf(tx: Tx, id: string | null) {
  const { rows } = await sql<{ userId: number; impersonatorId: number | null; fullName: string }>`
    select o.created_by as "userId", o.created_by_impersonator as "impersonatorId", u.full_name as "fullName"
    from rollouts o join users u on u.id = o.created_by where o.id = ${Number(id)} and o.state = 'RUNNING'`.execute(tx)
  return rows
}

/** The rings that began and have no release that waits for approval. */
async function ringsWithout(
  tx: Tx,
  at: { readonly bundleId: number } | { readonly rolloutId: number; readonly position: number },
): Promise<{ readonly id: number; readonly position: number }[]> {
  const which =
    'bundleId' in at ? sql`o.bundle_id = ${at.bundleId}` : sql`o.id = ${at.rolloutId} and g.position = ${at.position}`
  const { rows } = await sql<{ id: number; position: number }>`
    select o.id, g.position from rollouts o join rollout_rings g on g.rollout_id = o.id
    where ${which} and g.started_at is not null and not exists (
      select from rollout_accounts x join bundle_releases r on r.id = x.release_id
      where x.rollout_id = o.id and x.position = g.position and r.approved_at is null and r.rejected_at is null and r.deleted_at is null)`.execute(
    tx,
  )
  return rows
}
