import { deleteCases } from '#features/support/case-access/contract.ts'
import { eventTypeFor, lockedCase } from '#features/support/case-access/server/index.ts'
import { type CommandContext, requirePermission, requireVersion } from '#kit/server/serve/request-context.ts'
import { caseDeleted, type deleteCase } from '../contract.ts'
import { bumpListVersion } from './case-collection.ts'

/** Deletes a case with its conversation and files; its events stay. */
export async function removeCase(call: CommandContext<typeof deleteCase>): Promise<undefined> {
  const { tx } = call
  const stored = await lockedCase(tx, call.session, call.params.key)
  requirePermission(call, deleteCases, stored.account)
  requireVersion(call, stored.version)
  await bumpListVersion(tx, stored.accountId)
  await tx.deleteFrom('cases').where('id', '=', stored.id).execute()
  await call.record(eventTypeFor(stored, caseDeleted), {
    account: stored.accountId,
    subject: stored.key,
    data: {
      caseId: stored.id,
      subject: stored.subject,
      status: stored.status,
      priority: stored.priority,
      type: stored.type,
    },
  })
}
