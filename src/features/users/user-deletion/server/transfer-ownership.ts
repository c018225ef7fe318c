import { sql } from 'kysely'
import { updateAccountRows } from '#features/accounts/accounts/server/index.ts'
import { lockUser, type ManagedUser } from '#features/users/managed-users/server/index.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { actorOfRequest, type CommandContext } from '#kit/server/serve/request-context.ts'
import { deletionProblems, ownershipTransferred, type transferOwnedItems } from '../contract.ts'
import type { UserRecords } from './user-records.ts'

/** Transfers what a user would leave behind to another user of the same side. */
export async function transferOwnership(
  { transferCases, machineAccesses }: Pick<UserRecords, 'transferCases' | 'machineAccesses'>,
  call: CommandContext<typeof transferOwnedItems>,
) {
  const { tx, session, body, params, request } = call
  const from = await lockUser(tx, session, params.id)
  const to = await lockUser(tx, session, body.to)
  requireFit(from, to)
  const handedOver = await transferCases(
    tx,
    actorOfRequest(request),
    { id: from.id, username: from.email },
    { id: to.id, username: to.email },
  )
  const staff = to.roles.some(({ role }) => role === 'HARMONIC_CSM')
  const accounts = staff ? await updateAccountRows(tx, sql<boolean>`csm_id = ${from.id}`, { csm_id: to.id }) : []
  let machines = 0
  for (const { handOver } of machineAccesses) machines += await handOver(tx, from.id, to.id)
  const result = { ...handedOver, accounts: accounts.length, machineAccess: machines }
  await call.record(ownershipTransferred, { subject: from.id, data: { to: to.id, ...result } })
  return result
}

function requireFit(from: ManagedUser, to: ManagedUser): void {
  const unfit = (reason: string) => throwProblem(deletionProblems['invalid-successor'], { name: to.fullName, reason })
  if (to.id === from.id) unfit('it is the same user')
  if (to.state !== 'active') unfit('they are not active')
  if (to.isVendor !== from.isVendor) unfit('one is a customer, the other is not')
}
