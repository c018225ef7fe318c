import { sql } from 'kysely'
import { deleteRoleGrants } from '#features/access/user-records/server/index.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { accountEvents, RESTORE_DAYS } from '../contract.ts'
import type { AccountRecords } from './account-records.ts'
import { usersWithoutOtherRoles } from './delete-account.ts'

const actor = { userName: 'nightly run' }

/**
 * Erases accounts whose restore period is over: location, descriptions, members. Users without another role are deleted
 * like any other user. Name, releases and records stay.
 */
export function eraseAccounts(
  { db }: AppContext,
  { deleteWithAccount }: Pick<AccountRecords, 'deleteWithAccount'>,
): Task {
  return taskOf(defineJob('accounts.erase'), {
    cron: '20 2 * * *',
    async run() {
      const { rows } = await sql<{ id: number }>`
        select id from accounts where deleted_at < now() - make_interval(days => ${sql.lit(RESTORE_DAYS)}) and erased_at is null`.execute(
        db,
      )
      for (const { id } of rows)
        await inTransaction(db, async (tx) => {
          for (const userId of await usersWithoutOtherRoles(tx, id)) await deleteWithAccount(tx, userId, actor)
          await deleteRoleGrants(tx, { accountId: id })
          await sql`update accounts set display_name = name, description = '', country = null, city = null, address = null, crm_id = null, domains = '{}',
            logo_file_id = null, logo_type = null, self_join = false, erased_at = now(), version = version + 1, updated_at = now() where id = ${id}`.execute(
            tx,
          )
          await recordEvent(tx, accountEvents.erased, actor, { account: id, subject: id })
        })
    },
  })
}
