import { sql } from 'kysely'
import { handOverCases } from '#features/cases/server/index.ts'
import { lockPerson, type Person } from '#features/user-management/server/index.ts'
import { refuse } from '#kit/server/refusal.ts'
import { doerOf, type WriteCall } from '#kit/server/serve/call.ts'
import { deletionProblems, type handOver, userHandedOver } from '../contract.ts'

/** Gives what a person would leave behind to somebody else of the same side. */
export async function giveToHeir(call: WriteCall<typeof handOver>) {
  const { tx, session, body, params, request } = call
  const from = await lockPerson(tx, session, params.id)
  const to = await lockPerson(tx, session, body.to)
  requireFit(from, to)
  const given = await handOverCases(
    tx,
    doerOf(request),
    { id: from.id, username: from.email },
    { id: to.id, username: to.email },
  )
  const staff = to.roles.some(({ role }) => role === 'HARMONIC_CSM')
  const accounts = staff
    ? await sql`update accounts set csm_id = ${to.id}, version = version + 1, updated_at = now() where csm_id = ${from.id} returning id`.execute(
        tx,
      )
    : { rows: [] }
  const answer = { ...given, accounts: accounts.rows.length }
  await call.record(userHandedOver, { subject: from.id, data: { to: to.id, ...answer } })
  return answer
}

function requireFit(from: Person, to: Person): void {
  const unfit = (reason: string) => refuse(deletionProblems['heir-unfit'], { name: to.fullName, reason })
  if (to.id === from.id) unfit('it is the same person')
  if (to.state !== 'active') unfit('they are not active')
  if (to.isVendor !== from.isVendor) unfit('one is a customer, the other is not')
}
