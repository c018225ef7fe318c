import { deleteCases } from '#features/support/case-access/contract.ts'
import { eventTypeFor, lockedCase } from '#features/support/case-access/server/index.ts'
import { type CommandContext, requirePermission, requireVersion } from '#kit/server/serve/request-context.ts'
import { caseDeleted, type deleteCase } from '../contract.ts'
import { bumpListVersion } from './case-collection.ts'

/** Deletes a case with its conversation and files; its events stay. */
export async function removeCase(call: CommandContext<typeof deleteCase>): Promise<undefined> {
  const { tx } = call
  const storedCase = await lockedCase(tx, call.session, call.params.key)
  requirePermission(call, deleteCases, storedCase.account)
  requireVersion(call, storedCase.version)
  await bumpListVersion(tx, storedCase.accountId)
  await tx.deleteFrom('cases').where('id', '=', storedCase.id).execute()
  await call.record(eventTypeFor(storedCase, caseDeleted), {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: {
      caseId: storedCase.id,
      subject: storedCase.subject,
      status: storedCase.status,
      priority: storedCase.priority,
      type: storedCase.type,
    },
  })
}
