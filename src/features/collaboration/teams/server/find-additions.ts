import { sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { type AdditionCheck, type checkMembers, manageTeams } from '../contract.ts'
import { eligible, isActive } from './eligible.ts'
import type { StoredTeam } from './stored-team.ts'
import { accountIds } from './team-scope.ts'

/** Near names are searched for this many unknown ones. */
const MOST_MEANT = 50

type UserRef = AdditionCheck['found'][number] & { readonly id: number }
type NamedUser = UserRef & {
  readonly isVendor: boolean
  readonly fits: boolean
  readonly active: boolean
  readonly teams: number
}

/** The users of an addition: those who can be added, with their ids, and the others with the reason. */
export type Additions = Omit<AdditionCheck, 'found'> & { readonly found: readonly UserRef[] }

/** Finds the users of an addition. What customers may not see is unknown to them. */
export async function findAdditions(
  db: Database | Tx,
  session: Session,
  teams: readonly StoredTeam[],
  { usernames = [], accounts = [] }: RequestContext<typeof checkMembers>['body'],
): Promise<Additions> {
  const accountId = requireOneOwner(teams)
  const wantedNames = [...new Set(usernames.map((name) => name.trim().toLowerCase()))]
  const knownUsers = await usersNamed(db, accountId, teams, {
    wanted: wantedNames,
    accounts: await accountsOf(db, session, accounts),
  })
  const staff = isVendor(session.actor)
  const shownUsers = staff ? knownUsers : knownUsers.filter(({ fits }) => fits)
  const unknownNames = wantedNames.filter((name) => !shownUsers.some(({ username }) => username === name))
  const meant = await nearest(db, accountId, unknownNames.slice(0, MOST_MEANT))
  return {
    found: shownUsers.filter(({ fits, teams: joined }) => fits && joined < teams.length).map(userOf),
    present: shownUsers
      .filter(({ fits, teams: joined }) => fits && joined === teams.length)
      .map(({ username }) => username),
    unknown: unknownNames.map((username) => ({ username, meant: meant.get(username) ?? null })),
    notAllowed: shownUsers
      .filter(({ fits }) => !fits)
      .map((user) => ({ username: user.username, reason: reasonFor(user, accountId) })),
  }
}

function requireOneOwner(teams: readonly StoredTeam[]): number | null {
  const [first] = teams
  if (teams.some(({ accountId }) => accountId !== first!.accountId))
    throwFieldProblem('groupIds', 'must be teams of one owner')
  return first!.accountId
}

async function accountsOf(db: Database | Tx, session: Session, names: readonly string[]): Promise<number[]> {
  const idByName = await accountIds(db, names)
  for (const name of names)
    if (!idByName.has(name) || !hasPermission(session, manageTeams, name))
      throwFieldProblem('accounts', `has an account that is not known: ${name}`)
  return [...idByName.values()]
}

/** Users by name, and those of the accounts who can be members. */
async function usersNamed(
  db: Database | Tx,
  accountId: number | null,
  teams: readonly StoredTeam[],
  { wanted, accounts }: { wanted: readonly string[]; accounts: readonly number[] },
): Promise<NamedUser[]> {
  const { rows } = await sql<NamedUser>`
    select u.id, u.email as username, u.full_name as "fullName", ${roleIn(accountId)} as role, u.is_vendor as "isVendor",
      ${eligible(accountId)} as fits, ${isActive} as active,
      (select count(*)::int from team_members m where m.user_id = u.id and m.team_id = any(${teams.map(({ id }) => id)}::bigint[])) as teams
    from users u where u.erased_at is null and (u.email = any(${[...wanted]}::text[])
      or (u.id in (select g.user_id from role_grants g where g.account_id = any(${[...accounts]}::bigint[])) and ${eligible(accountId)}))
    order by u.full_name collate "und-x-icu", u.id limit 5000`.execute(db)
  return rows
}

/** For each unknown name the user with the nearest one who can be a member, at most two characters off. */
async function nearest(
  db: Database | Tx,
  accountId: number | null,
  unknownNames: readonly string[],
): Promise<Map<string, AdditionCheck['found'][number]>> {
  if (unknownNames.length === 0) return new Map()
  const { rows } = await sql<UserRef & { wanted: string }>`
    with fitting as materialized (select u.id, u.email from users u where ${eligible(accountId)}),
      near as (
        select distinct on (n.wanted) n.wanted, f.id
        from unnest(${[...unknownNames]}::text[]) n(wanted) join fitting f on abs(length(f.email) - length(n.wanted)) <= 2
          and levenshtein_less_equal(f.email, n.wanted, 2) <= 2
        order by n.wanted, levenshtein(f.email, n.wanted), f.id)
    select near.wanted, u.id, u.email as username, u.full_name as "fullName", ${roleIn(accountId)} as role
    from near join users u on u.id = near.id`.execute(db)
  return new Map(rows.map((row) => [row.wanted, userOf(row)]))
}

function roleIn(accountId: number | null) {
  return sql`(select g.role from role_grants g where g.user_id = u.id and (g.account_id is not distinct from ${accountId}
    or g.account_id = (select a.parent_id from accounts a where a.id = ${accountId})) order by g.role limit 1)`
}

function userOf({ id, username, fullName, role }: UserRef): UserRef {
  return { id, username, fullName, role }
}

function reasonFor(user: NamedUser, accountId: number | null): AdditionCheck['notAllowed'][number]['reason'] {
  if (!user.active) return 'NOT_ACTIVE'
  if (accountId === null) return 'CUSTOMER'
  return user.isVendor ? 'VENDOR_STAFF' : 'OTHER_ACCOUNT'
}
