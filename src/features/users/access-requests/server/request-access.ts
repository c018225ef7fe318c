import { sql } from 'kysely'
import { isVendor, type Role, roleNames } from '#features/access/roles/contract.ts'
import { permissionToGrant } from '#features/users/role-assignment/contract.ts'
import { accountUserPath, userPath } from '#features/users/user-pages/paths.ts'
import { allows } from '#kit/contract/permission.ts'
import { fillText } from '#kit/contract/problem.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { type AccessOptions, accessProblems, accessWasAsked, type askForAccess } from '../contract.ts'
import { pageTexts } from '../texts.ts'
import { type AccessOptionsDetail, findAccessOptions, placeOf, wayInOf } from './access-options.ts'
import { accessRequested } from './access-request-notifications.ts'
import type { RoleAdmin } from './find-role-admins.ts'

type Context = CommandContext<typeof askForAccess>

/**
 * Requests the role that gives the permission from those who can grant it, who are notified.
 */
export async function requestAccess(portal: AppContext, call: Context): Promise<AccessOptions> {
  const { tx, session, body } = call
  const way = await findAccessOptions(tx, session, body)
  if (allows(session.actor, way.wanted, way.account?.name)) throwProblem(accessProblems['permission-already-held'])
  if (way.role === null || way.givers.length === 0) return throwProblem(accessProblems['access-not-given'])
  const place = placeOf(session, way.account)
  const { rows } = await sql<{ id: number; at: Date }>`
    insert into access_requests as r (user_id, wanted, role, account_id)
    values (${session.userId}, ${way.wanted.name}, ${way.role}, ${place})
    on conflict (user_id, wanted, account_id) do update set role = excluded.role, asked_at = now()
      where r.asked_at < now() - interval '1 hour'
    returning id, asked_at as at`.execute(tx)
  const [accessRequest] = rows
  if (!accessRequest) return rejectSecond(portal, way)
  await call.record(accessWasAsked, {
    subject: accessRequest.id,
    account: place,
    data: { role: way.role, right: way.wanted.name },
  })
  for (const giver of way.givers) await notifyGiver(portal, call, way, giver, place)
  return wayInOf({ ...way, askedAt: accessRequest.at })
}

/** Rejects with the time of the request, and with its recipients as far as the user may see them. */
function rejectSecond({ config }: AppContext, { side, account, givers, askedAt }: AccessOptionsDetail): never {
  const names = givers.filter(({ seen }) => seen).map(({ fullName }) => fullName)
  const noOneSeen = fillText(pageTexts.who[side], { account: account?.displayName ?? '', vendor: config.vendor.name })
  const minutes = Math.floor((Date.now() - (askedAt?.getTime() ?? Date.now())) / 60_000)
  throwProblem(accessProblems['access-asked-already'], { who: names.join(', ') || noOneSeen, minutes })
}

/** The notification leads to the user's roles, with the role ticked and not yet saved. */
async function notifyGiver(
  portal: AppContext,
  { tx, actor, session }: Context,
  { account, role, wanted }: AccessOptionsDetail,
  giver: RoleAdmin,
  accountId: number | null,
) {
  const where = isVendor(actor) ? null : account
  const name = roleNames[role as Role]
  const values = {
    name: actor.fullName,
    email: actor.username,
    role: name,
    place: where ? fillText(pageTexts.place, { account: where.displayName }) : '',
    portal: portal.config.portalName,
    right: wanted.name === role ? name : wanted.name,
  }
  // The user's page, with the role ticked and not yet saved.
  const { userId } = session
  const give = where ? `${role}:${where.name}` : role
  await portal.notifier.notify(tx, accessRequested, {
    to: [{ userId: giver.id }],
    values,
    link:
      where && giver.role === 'MANAGER'
        ? accountUserPath({ account: where.name, accountId: where.id, userId }, { give })
        : userPath({ userId }, { give }),
    readable: { permission: permissionToGrant(role as Role), accountId },
  })
}
