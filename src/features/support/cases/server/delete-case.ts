import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { requirePermission, requireVersion } from '#kit/server/serve/request-context.ts'
import { caseDeleted, type deleteCase, deleteCases } from '../contract.ts'
import { bumpListVersion } from './case-collection.ts'
import { eventTypeFor } from './case-writes.ts'
import { lockedCase } from './stored-case.ts'

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
    data: { subject: stored.subject, status: stored.status, priority: stored.priority, type: stored.type },
  })
}
