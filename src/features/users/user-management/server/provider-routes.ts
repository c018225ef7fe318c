import { sql } from 'kysely'
import { managedUserProblems, moveBetweenProviders } from '#features/users/managed-users/contract.ts'
import {
  lockUser,
  type ManagedUser,
  requireAnotherAdmin,
  requireCanManage,
  requireNotSelf,
  userScopeOf,
} from '#features/users/managed-users/server/index.ts'
import { enabledProviderFor, listExternalProviders } from '#features/users/sign-in-mail/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type CommandContext } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import {
  forgetLinkOfUser,
  listProvidersOfUsers,
  moveUserBack,
  moveUserToProvider,
  readSignInOfUser,
  type SignInOfUser,
} from '../contract.ts'
import { changedUser } from './changed-user.ts'
import { forgetLink, migrateUserToProvider, moveBack } from './migrate-between-providers.ts'
import { providerIdOf } from './user-conditions.ts'

/** The identity provider of a user: the portal, or the provider that their address is routed to. */
export function serveProvidersOfUsers(portal: AppContext): void {
  serve(portal, readSignInOfUser, ({ session, params }) =>
    inTransaction(portal.db, async (tx): Promise<SignInOfUser> => {
      const user = await lockUser(tx, session, params.id)
      requireCanManage(session, moveBetweenProviders, user)
      const { from, to } = await placesOf(portal, tx, user)
      const away = to !== undefined && to.issuer !== user.issuer
      const move = away ? 'TO' : user.issuer !== null && !to ? 'BACK' : null
      const isUserLinked = isLinked(user)
      return { provider: from, move, to: away ? to.name : null, linked: isUserLinked, ends: await endsOf(tx, user.id) }
    }),
  )

  serve(portal, listProvidersOfUsers, async (call) => {
    const { rows } = await sql<{ id: string; name: string | null; users: number }>`
      select v.id, max(p.name) as name, count(*)::int as users
      from users u cross join lateral (select ${providerIdOf} as id) v left join identity_providers p on p.id = v.id
      where ${userScopeOf(call.session).whole} group by v.id order by users desc, v.id`.execute(portal.db)
    const providerRows = rows.map((row) =>
      row.id === 'oidc' ? { ...row, name: portal.config.oidc?.name ?? row.id } : row,
    )
    return halSinglePage(call, 'providers', providerRows)
  })

  registerCommand(portal, moveUserToProvider, async (call) => {
    const user = await movable(call)
    const { from, to } = await placesOf(portal, call.tx, user)
    const actor = actorOfRequest(call.request)
    if (!to || (to.issuer === user.issuer && !isLinked(user)))
      throwProblem(managedUserProblems['no-provider-for-address'], { name: user.fullName })
    if (to.issuer === user.issuer) await forgetLink(call.tx, user, { from: to.name, reason: null, actor })
    else await migrateUserToProvider(portal, call.tx, user, { provider: to, from, actor })
    return changedUser(call.tx, call.session, user.id)
  })

  registerCommand(portal, forgetLinkOfUser, async (call) => {
    const user = await movable(call)
    const { from } = await placesOf(portal, call.tx, user)
    if (from === null || !isLinked(user))
      throwProblem(managedUserProblems['not-linked-to-provider'], { name: user.fullName })
    const { reason } = call.body
    await forgetLink(call.tx, user, { from, reason: reason.trim(), actor: actorOfRequest(call.request) })
    return changedUser(call.tx, call.session, user.id)
  })

  registerCommand(portal, moveUserBack, async (call) => {
    const user = await movable(call)
    const { from, to } = await placesOf(portal, call.tx, user)
    if (from === null) throwProblem(managedUserProblems['already-uses-local-password'], { name: user.fullName })
    if (to) throwProblem(managedUserProblems['uses-external-provider'], { name: user.fullName, provider: to.name })
    await moveBack(portal, call.tx, user, { from, actor: actorOfRequest(call.request), mail: true })
    return changedUser(call.tx, call.session, user.id)
  })
}

/** Whether an external provider has identified the user. */
function isLinked({ issuer, subject }: ManagedUser): boolean {
  return issuer !== null && subject !== null
}

type Call = Pick<CommandContext<typeof moveUserToProvider>, 'tx' | 'session' | 'params'>
async function movable({ tx, session, params }: Call): Promise<ManagedUser> {
  const user = await lockUser(tx, session, params.id)
  requireCanManage(session, moveBetweenProviders, user)
  requireNotSelf(session, user)
  await requireAnotherAdmin(tx, user)
  return user
}

/** The name of the current provider (null: the portal), and of the one that the address is routed to. */
async function placesOf({ config }: AppContext, tx: Tx, { email, issuer }: ManagedUser) {
  const providers = await listExternalProviders(tx, config)
  const providerName = providers.find((one) => one.issuer === issuer)?.name
  return { from: issuer === null ? null : (providerName ?? issuer), to: enabledProviderFor(providers, email) }
}

async function endsOf(db: Database | Tx, id: number): Promise<SignInOfUser['ends']> {
  const { rows } = await sql<SignInOfUser['ends']>`
    select exists (select from user_passwords where user_id = ${id}) as password,
      exists (select from user_totps where user_id = ${id} and confirmed_at is not null) as authenticator,
      (select count(*)::int from passkeys where user_id = ${id}) as passkeys,
      (select count(*)::int from recovery_codes where user_id = ${id} and used_at is null) as "recoveryCodes",
      (select count(*)::int from sessions where user_id = ${id} and ended_at is null and expires_at > now()) as sessions`.execute(
    db,
  )
  return rows[0]!
}
