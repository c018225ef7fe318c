import { sql } from 'kysely'
import { fillText } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { crmIdWithSuffix } from '../contract/crm-id.ts'
import { accountProblems } from '../contract.ts'
import { validationTexts } from '../texts.ts'
import { withVersionBump } from './stored-account.ts'

/** Rejects a CRM id without its suffix or with a wrong one, naming the right one, and the id of another account. */
export async function requireCrmId(tx: Tx, crmId: string, accountId?: number): Promise<void> {
  const right = crmIdWithSuffix(crmId)
  if (crmId !== right)
    throwFieldProblem(
      'crmId',
      fillText(crmId.length === 15 ? validationTexts.crmIdSuffix : validationTexts.crmIdWrongSuffix, { right }),
    )
  await sql`select pg_advisory_xact_lock(hashtextextended(${`crm ${crmId}`}, 0))`.execute(tx)
  const holder = await tx
    .selectFrom('accounts')
    .select('display_name')
    .where('crm_id', '=', crmId)
    .where('deleted_at', 'is', null)
    .where('id', '<>', accountId ?? 0)
    .executeTakeFirst()
  if (holder) throwProblem(accountProblems['crm-id-taken'], { account: holder.display_name })
}

/** Gives the account a CRM id, or none. The row must be locked. */
export async function storeCrmId(tx: Tx, accountId: number, crmId: string | null): Promise<void> {
  if (crmId !== null) await requireCrmId(tx, crmId, accountId)
  await tx
    .updateTable('accounts')
    .set({ crm_id: crmId, ...withVersionBump })
    .where('id', '=', accountId)
    .execute()
}
