import { sql } from 'kysely'
import { outsideProviders, routeOf } from '#features/users/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { halWhole } from '#kit/server/list/hal-list.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import { doerOf, type WriteCall } from '#kit/server/serve/call.ts'
import { serve, serveWrite } from '#kit/server/serve/serve.ts'
import {
  listProvidersOfUsers,
  managedUserProblems,
  moveBetweenProviders,
  moveUserBack,
  moveUserToProvider,
  readSignInOfUser,
  type SignInOfUser,
} from '../contract.ts'
import { changedUser } from './changed-user.ts'
import { moveBack, moveToProvider } from './move-between-providers.ts'
import { lockPerson, type Person, requireAnotherAdmin, requireManage, requireOther } from './person.ts'
import { providerIdOf } from './user-conditions.ts'
import { sightOf } from './visible-people.ts'

/** Who vouches for a person: the portal, or the provider that their address is sent to. */
export function serveProvidersOfUsers(portal: Portal): void {
  serve(portal, readSignInOfUser, ({ session, params }) =>
    portal.db.transaction().execute(async (tx): Promise<SignInOfUser> => {
      const person = await lockPerson(tx, session, params.id)
      requireManage(session, moveBetweenProviders, person)
      const { from, to } = await placesOf(portal, tx, person)
      const away = to !== undefined && to.issuer !== person.issuer
      const move = away ? 'TO' : person.issuer !== null && !to ? 'BACK' : null
      return { provider: from, move, to: away ? to.name : null, ends: await endsOf(tx, person.id) }
    }),
  )

  serve(portal, listProvidersOfUsers, async (call) => {
    const { rows } = await sql<{ id: string; name: string | null; people: number }>`
      select v.id, max(p.name) as name, count(*)::int as people
      from users u cross join lateral (select ${providerIdOf} as id) v left join identity_providers p on p.id = v.id
      where ${sightOf(call.session).whole} group by v.id order by people desc, v.id`.execute(portal.db)
    const named = rows.map((row) => (row.id === 'oidc' ? { ...row, name: portal.config.oidc?.name ?? row.id } : row))
    return halWhole(call, 'providers', named)
  })

  serveWrite(portal, moveUserToProvider, async (call) => {
    const person = await movable(call)
    const { from, to } = await placesOf(portal, call.tx, person)
    if (!to || to.issuer === person.issuer)
      refuse(managedUserProblems['no-provider-for-address'], { name: person.fullName })
    await moveToProvider(portal, call.tx, person, { provider: to, from, doer: doerOf(call.request) })
    return changedUser(call.tx, call.session, person.id)
  })

  serveWrite(portal, moveUserBack, async (call) => {
    const person = await movable(call)
    const { from, to } = await placesOf(portal, call.tx, person)
    if (from === null) refuse(managedUserProblems['kept-here-already'], { name: person.fullName })
    if (to) refuse(managedUserProblems['signs-in-elsewhere'], { name: person.fullName, provider: to.name })
    await moveBack(portal, call.tx, person, { from, doer: doerOf(call.request), mail: true })
    return changedUser(call.tx, call.session, person.id)
  })
}

async function movable({ tx, session, params }: WriteCall<typeof moveUserToProvider>): Promise<Person> {
  const person = await lockPerson(tx, session, params.id)
  requireManage(session, moveBetweenProviders, person)
  requireOther(session, person)
  await requireAnotherAdmin(tx, person)
  return person
}

/** The name of who vouches now (null: the portal), and where the address is sent. */
async function placesOf({ config }: Portal, tx: Tx, { email, issuer }: Person) {
  const providers = await outsideProviders(tx, config)
  const named = providers.find((one) => one.issuer === issuer)?.name
  return { from: issuer === null ? null : (named ?? issuer), to: routeOf(providers, email) }
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
