import { editProfile } from '#features/access/user-records/server/index.ts'
import { updateUsers } from '#features/users/managed-users/contract.ts'
import { accountOf, lockUser, requireCanManage, userScopeOf } from '#features/users/managed-users/server/index.ts'
import { emailChangeAsked } from '#features/users/users/contract.ts'
import { askForEmail, changeSettings, isTaken, requireOwnAddress } from '#features/users/users/server/index.ts'
import { normaliseEmail } from '#kit/contract/email-address.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { type updateUser, userEvents } from '../contract.ts'
import { changedUser } from './changed-user.ts'
import { findUser } from './find-users.ts'

/** Changes a user's profile and their mail subscriptions. The schema has rejected anything else in the body. */
export async function changeUser(portal: AppContext, call: CommandContext<typeof updateUser>) {
  const { tx, session, body } = call
  const user = await lockUser(tx, session, call.params.id)
  requireCanManage(session, updateUsers, user)
  requireVersion(call, user.version)
  const { increaseFontSize, fullName, subscriptions, email, ...plain } = body
  if (email !== undefined && normaliseEmail(email) !== user.email) await askForAddress(portal, call, user.id, email)
  const newFields = {
    ...plain,
    ...(fullName === undefined ? {} : { fullName: fullName.trim().replace(/\s+/g, ' ') }),
    ...(subscriptions ? { subscriptions: [...new Set(subscriptions)] } : {}),
    ...(increaseFontSize === undefined ? {} : { increaseFontSize }),
  }
  const before = (await findUser(tx, userScopeOf(session), user.id)) ?? {}
  const changes = changesOf(before, newFields)
  if (Object.keys(changes).length === 0) return changedUser(tx, session, user.id)
  if (increaseFontSize !== undefined) await changeSettings(tx, user.id, { increaseFontSize })
  const { jobTitle, phone, notificationBlocking } = body
  const managerEmail = body.managerEmail == null ? body.managerEmail : normaliseEmail(body.managerEmail)
  const profileFields = { fullName: newFields.fullName, subscriptions: newFields.subscriptions }
  await editProfile(tx, user.id, { ...profileFields, jobTitle, phone, managerEmail, notificationBlocking })
  await call.record(userEvents.userEdited, { subject: user.id, account: accountOf(user), data: { changes } })
  return changedUser(tx, session, user.id)
}

/** The new address of a user is theirs when they confirm it. */
async function askForAddress(
  portal: AppContext,
  { tx, record }: CommandContext<typeof updateUser>,
  id: number,
  newAddress: string,
): Promise<void> {
  const email = normaliseEmail(newAddress)
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'issuer'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await requireOwnAddress(tx, portal, user, email)
  if (await isTaken(tx, email)) throwFieldProblem('email', 'is the address of another user')
  await askForEmail(tx, portal, user, email)
  await record(emailChangeAsked, { subject: id })
}
