import { sql } from 'kysely'
import type { CaseStatus } from '#features/support/case-access/contract.ts'
import type { StoredCase } from '#features/support/case-access/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { bumpListVersion } from './case-collection.ts'
import { indexCase } from './case-writes.ts'
import { writeStatus } from './change-case-status.ts'

/** Fields that an outside tracker changes. */
type OutsideFields = Partial<Pick<StoredCase, 'subject' | 'description' | 'priority' | 'labels'>>

/** Changes a locked case as its tracker has it. */
export async function changeFromOutside(
  tx: Tx,
  storedCase: StoredCase,
  { status, ...fields }: OutsideFields & { readonly status?: CaseStatus },
): Promise<void> {
  if (Object.keys(fields).length > 0)
    await tx
      .updateTable('cases')
      .set((expression) => ({
        ...fields,
        labels: fields.labels && [...fields.labels],
        version: expression('version', '+', 1),
        updated_at: sql<Date>`clock_timestamp()`,
        updated_by: null,
      }))
      .where('id', '=', storedCase.id)
      .execute()
  if (status) await writeStatus(tx, storedCase, { status, reason: null }, null)
  await indexCase(tx, storedCase.id)
  await bumpListVersion(tx, storedCase.accountId)
}

/** The keys of a case elsewhere, which it is shown and found with. */
export const outsideKeys = {
  /** Stores the id that it has in the ticket system of its account. */
  async storeId(tx: Tx, storedCase: Pick<StoredCase, 'id' | 'accountId'>, externalId: string): Promise<void> {
    await sql`
      update cases set external_id = ${externalId}, version = version + 1, updated_at = clock_timestamp(), updated_by = null
      where id = ${storedCase.id}`.execute(tx)
    await indexCase(tx, storedCase.id)
    await bumpListVersion(tx, storedCase.accountId)
  },
  /** Stores the key that it has in its tracker. */
  async storeTrackerKey(tx: Tx, caseId: number, trackerKey: string): Promise<void> {
    await sql`update cases set tracker_key = ${trackerKey} where id = ${caseId}`.execute(tx)
    await indexCase(tx, caseId)
  },
}
