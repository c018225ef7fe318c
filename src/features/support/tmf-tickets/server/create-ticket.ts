import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { lockedCase } from '#features/support/case-access/server/index.ts'
import { fileCase, outsideKeys } from '#features/support/cases/server/index.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { caseOfTicket, type NewTicket, severities, ticketProblems } from '../contract.ts'
import { caseWithExternalId } from './case-of-exchange.ts'
import { addFiles, type NewFiles } from './ticket-files.ts'
import type { TicketCommand } from './token-holder.ts'
import { writeNotes } from './write-notes.ts'

/**
 * Files the case of a ticket with its notes and files. A repeated request with the same external id returns the same
 * case; returns its key.
 */
export async function createFromTicket(call: TicketCommand, ticket: NewTicket, files: NewFiles): Promise<string> {
  const { tx, holder, session } = call
  const { externalId } = ticket
  const hash = hashOf(ticket)
  if (externalId !== undefined) {
    const knownCase = await caseWithExternalId(tx, holder.accountId, externalId)
    if (knownCase?.requestHash?.equals(hash)) return knownCase.key
    if (knownCase) throwProblem(ticketProblems['ticket-already-exists'], { key: knownCase.key, externalId })
  }
  const { id, key } = await fileCase(call, holder.account, {
    ...requireCase(ticket),
    type: 'CASE',
    keepsDraft: true,
  })
  const storedCase = await lockedCase(tx, session, key)
  if (externalId !== undefined) await outsideKeys.storeId(tx, storedCase, externalId)
  await sql`
    insert into ticket_exchanges (case_id, filed_by, request_hash, ticket_type)
    values (${id}, ${holder.name}, ${hash}, ${ticket.ticketType})`.execute(tx)
  await writeNotes(call, storedCase, [...(ticket.note ?? []), ...files.links], { movesOn: false })
  await addFiles(call, storedCase, files)
  return key
}

/** The case that a ticket makes; rejects a severity that is not mapped. */
export function requireCase(ticket: NewTicket) {
  return caseOfTicket(ticket) ?? throwFieldProblem('severity', `must be one of: ${severities.join(', ')}`)
}

/** The attributes whatever their order. */
function hashOf(ticket: NewTicket): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(sortMembers(ticket)))
    .digest()
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sortMembers(member)]))
}
