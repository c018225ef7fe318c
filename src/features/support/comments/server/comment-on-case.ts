import { commentCases } from '#features/support/case-access/contract.ts'
import { eventTypeFor, type StoredCase } from '#features/support/case-access/server/index.ts'
import { writeComment } from '#features/support/cases/server/index.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import { commentAdded } from '../contract.ts'

type CommentMail = Parameters<typeof writeComment>[3]['mail']

/** What commenting needs of a request; a mail has none. */
type Commenting = Pick<CommandContext<unknown>, 'tx' | 'session' | 'record'>

/**
 * Adds a comment that both sides read to a locked case, if the user may, and records it; `marks` say in its event how it
 * came. Returns its id.
 */
export async function commentOnCase(
  call: Commenting,
  storedCase: StoredCase,
  body: string,
  by: { readonly mail?: CommentMail; readonly marks?: Readonly<Record<string, unknown>> } = {},
): Promise<number> {
  requirePermission(call, commentCases, storedCase.account)
  const { id, byVendor, changes } = await writeComment(call, storedCase, body, { movesOn: true, mail: by.mail })
  await call.record(eventTypeFor(storedCase, commentAdded), {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: { caseId: storedCase.id, commentId: id, byVendor, changes, ...by.marks },
  })
  return id
}
