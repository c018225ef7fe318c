import { sql } from 'kysely'
import { commentCases } from '#features/support/case-access/contract.ts'
import { eventTypeFor, type StoredCase } from '#features/support/case-access/server/index.ts'
import { writeComment } from '#features/support/cases/server/index.ts'
import { commentAdded } from '#features/support/comments/contract.ts'
import { requirePermission } from '#kit/server/serve/request-context.ts'
import type { TicketChange } from '../contract.ts'
import type { TicketCommand } from './token-holder.ts'

type Note = NonNullable<TicketChange['note']>[number]

/**
 * Adds the notes that the case does not have: those with an id that is known, and those without one whose text the case
 * has, are the portal's own coming back.
 */
export async function writeNotes(
  call: TicketCommand,
  storedCase: StoredCase,
  notes: readonly Note[],
  { movesOn }: { movesOn: boolean },
): Promise<void> {
  let hasWritten = false
  for (const note of notes) {
    const text = note.text?.trim() ?? ''
    if (text === '' || (await isKnown(call, storedCase, note.id, text))) continue
    requirePermission(call, commentCases, storedCase.account)
    const outsideAuthor = (note.author?.replaceAll(/\s+/g, ' ').trim() || call.holder.name).slice(0, 200)
    const { id, byVendor, changes } = await writeComment(call, storedCase, text, {
      movesOn: movesOn && !hasWritten,
      outsideAuthor,
    })
    if (note.id !== undefined)
      await sql`insert into ticket_notes (case_id, outside_id, comment_id) values (${storedCase.id}, ${note.id}, ${id})`.execute(
        call.tx,
      )
    await call.record(eventTypeFor(storedCase, commentAdded), {
      account: storedCase.accountId,
      subject: storedCase.key,
      data: { caseId: storedCase.id, commentId: id, byVendor, changes },
    })
    hasWritten = true
  }
}

async function isKnown({ tx }: TicketCommand, { id }: StoredCase, noteId: string | undefined, text: string) {
  const { rows } = await sql<{ known: boolean }>`
    select ${
      noteId === undefined
        ? sql`exists (select from case_comments where case_id = ${id} and btrim(body, E' \\t\\r\\n') = ${text})`
        : sql`exists (select from case_comments where case_id = ${id} and id::text = ${noteId})
            or exists (select from ticket_notes where case_id = ${id} and outside_id = ${noteId})`
    } as known`.execute(tx)
  return rows[0]!.known
}
