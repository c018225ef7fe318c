import { type RawBuilder, sql } from 'kysely'
import { staffWith } from '#features/access/scope/server/index.ts'
import { type ManagedUser, userWhere } from '#features/users/managed-users/server/index.ts'
import { transitionUser } from '#features/users/user-management/server/index.ts'
import type { UserMove } from '#features/users/users/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { approveDeletions } from '../contract.ts'
import { userDeletionPath } from '../paths.ts'
import { becomesCandidate, isApprovedByItself, isErasedNext } from './deletion-candidates.ts'
import { type DeletionRule, deletionConfiguration } from './deletion-configuration.ts'
import { eraseUser } from './erase-user.ts'
import { deletionsWait, WAITING_DELETIONS, warnings } from './user-deletion-notifications.ts'
import type { UserRecords } from './user-records.ts'

const actor = { userName: 'nightly run' }
const BATCH = 200

/**
 * The nightly run: erases users approved before it, then approves and marks. User by user, each in a transaction that
 * checks the condition again: it can stop anywhere and start again.
 */
export function nightlyDeletion(portal: AppContext, { erase }: Pick<UserRecords, 'erase'>): Task {
  return taskOf(defineJob('users.deletion'), {
    cron: '40 2 * * *',
    async run() {
      const rule = await deletionConfiguration(portal.db)
      await forEach(portal, isErasedNext, (tx, { id }) => eraseUser(portal, tx, { actor, id, erase }))
      await forEach(portal, isApprovedByItself(rule), (tx, user) => moveAndNotify(portal, tx, user, 'approve', rule))
      let marked = 0
      await forEach(portal, becomesCandidate(rule), async (tx, user) => {
        await moveAndNotify(portal, tx, user, 'mark', rule)
        marked += 1
      })
      if (marked > 0 && !rule.autoApprove) await notifyApprovers(portal, marked)
    },
  })
}

async function forEach(
  { db }: AppContext,
  condition: RawBuilder<unknown>,
  work: (tx: Tx, user: ManagedUser) => Promise<unknown>,
): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select u.id from users u where ${condition} and u.id > ${after} order by u.id limit ${BATCH}`.execute(db)
    for (const { id } of rows)
      await inTransaction(db, async (tx) => {
        const user = await userWhere(tx, sql`u.id = ${id} and ${condition}`)
        if (user) await work(tx, user)
      })
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

/** Notifies those who approve deletions of the candidates of this night, instead of those of earlier nights. */
async function notifyApprovers({ db, notifier }: AppContext, marked: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await notifier.takeBack(tx, { thread: WAITING_DELETIONS, keys: 'all' })
    await notifier.notify(tx, deletionsWait, {
      to: await staffWith(tx, approveDeletions),
      values: { users: marked === 1 ? '1 user' : `${marked} users` },
      link: userDeletionPath(),
      thread: WAITING_DELETIONS,
      readable: { permission: approveDeletions, accountId: null },
    })
  })
}

async function moveAndNotify(
  portal: AppContext,
  tx: Tx,
  user: ManagedUser,
  move: Extract<UserMove, 'mark' | 'approve'>,
  rule: DeletionRule,
): Promise<void> {
  await transitionUser(tx, user, { move, actor })
  await warn(portal, tx, user, move === 'approve' ? 'approved' : rule.autoApprove ? 'markedUntil' : 'marked', rule)
}

/** Warns a user of the coming loss of access, and how to keep it. */
export async function warn(
  portal: AppContext,
  tx: Tx,
  { id, fullName: name }: Pick<ManagedUser, 'id' | 'fullName'>,
  kind: keyof typeof warnings,
  { daysAfterCandidate: days }: Pick<DeletionRule, 'daysAfterCandidate'>,
): Promise<void> {
  const { portalName, vendor } = portal.config
  const values = { name, portal: portalName, vendor: vendor.name, days }
  const link = '/signin'
  await portal.notifier.notify(tx, warnings[kind], { to: [{ userId: id }], values, link })
}
