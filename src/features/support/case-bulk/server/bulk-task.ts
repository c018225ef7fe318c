import * as z from 'zod/mini'
import { loadPermissions } from '#features/access/sessions/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { HttpProblem } from '#kit/server/http-problem.ts'
import { addJob, defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { Session } from '#kit/server/session.ts'
import { applyTo } from './apply-operation.ts'
import { findStoredJob, nextCase, type StoredJob, storeResult } from './bulk-store.ts'

const NAME = defineJob('support.bulk', { id: z.number() })
const DAY_MS = 86_400_000

/** Queues a bulk job in the transaction that stores it. */
export function queueBulkJob(tx: Tx, id: number): Promise<void> {
  return addJob(tx, NAME, { id }, { key: `${NAME.name} ${id}` })
}

/**
 * Runs bulk jobs. Each case is one transaction that also stores its result: after a crash the job goes on with the first
 * case that has none.
 */
export function bulkTask({ db }: AppContext): Task {
  return taskOf(NAME, {
    async run({ id }) {
      const job = await findStoredJob(db, id)
      if (job) while (await runNext(db, id, job));
    },
  })
}

async function runNext(db: Database, id: number, job: StoredJob): Promise<boolean> {
  const attempt: { key?: string } = {}
  try {
    return await inTransaction(db, async (tx) => {
      const key = await nextCase(tx, id)
      if (key === undefined) return false
      attempt.key = key
      const session = await sessionOf(tx, job)
      if (session) await applyTo(tx, session, job, key)
      await storeResult(tx, id, key, session ? null : 'The user may no longer work.')
      return true
    })
  } catch (failure) {
    if (!(failure instanceof HttpProblem) || attempt.key === undefined) throw failure
    const [field] = failure.extras.fields ?? []
    const error = field ? `${field.path}: ${field.message}` : failure.message
    const { key } = attempt
    await inTransaction(db, (tx) => storeResult(tx, id, key, error))
    return true
  }
}

/** The user with the permissions of this moment, narrowed as the request was. */
async function sessionOf(tx: Tx, { userId, tokenPermissions }: StoredJob): Promise<Session | null> {
  const permissions = await loadPermissions(tx, userId)
  if (!permissions) return null
  const now = new Date()
  return {
    userId,
    ...permissions,
    ...(tokenPermissions ? { token: { id: 0, permissions: tokenPermissions } } : {}),
    readOnly: false,
    authenticatedAt: now,
    expiresAt: new Date(now.getTime() + DAY_MS),
  }
}
