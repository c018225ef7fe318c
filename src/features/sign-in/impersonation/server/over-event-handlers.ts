import * as z from 'zod/mini'
import { sessionEnded } from '#features/access/sessions/contract.ts'
import { impersonationChanged } from '#features/users/users/contract.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { closeImpersonation } from './end-impersonation.ts'

/** Ends an impersonation in a session when its time is nearly over. */
export const OVER = defineJob('impersonation.over', { session: z.string() })

/** A session that ended also ends the impersonation in it, whatever the cause. */
export function closeWithSession(): EventHandler {
  return on(sessionEnded, 'close-impersonation', async ({ data }, tx) => {
    await closeImpersonation(tx, data.session, data.why === 'logout' ? 'logout' : 'revoked')
  })
}

/** The time is nearly over: the impersonating page is notified while its session is still valid, and returns. */
export function notifyImpersonationEnding({ db, live }: AppContext): Task {
  return taskOf(OVER, {
    async run({ session: sessionId }) {
      await inTransaction(db, async (tx) => {
        if (!(await closeImpersonation(tx, sessionId, 'expired'))) return
        await live.publish(tx, { topic: impersonationChanged, to: { sessionId }, body: { status: false } })
      })
    },
  })
}
