import { sql } from 'kysely'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { outageUpdateMissed } from '../contract.ts'
import { updateDueSql } from './outage-store.ts'

type MissedUpdate = { readonly caseId: number; readonly key: string; readonly accountId: number }

/** Each minute, records the public updates that are overdue: once for each, whichever process sees it first. */
export function missedUpdatesTask({ db }: AppContext): Task {
  return taskOf(defineJob('support.missed-outage-updates'), {
    cron: '* * * * *',
    run: () =>
      inTransaction(db, async (tx) => {
        const { rows } = await sql<MissedUpdate>`
          update outages o set missed_after = o.last_update_at from cases c
          where c.id = o.case_id and o.conversion = 'DONE' and o.ended_at is null
            and o.missed_after is distinct from o.last_update_at and ${sql.raw(updateDueSql)} <= now()
          returning c.id as "caseId", c.key, c.account_id as "accountId"`.execute(tx)
        for (const { caseId, key, accountId } of rows)
          await recordEvent(tx, outageUpdateMissed, noUser, { account: accountId, subject: key, data: { caseId } })
      }),
  })
}
