import { sql } from 'kysely'
import { userWhere } from '#features/users/managed-users/server/index.ts'
import type { MappedRole } from '#features/users/role-assignment/contract.ts'
import { setRolesOfProvider } from '#features/users/role-assignment/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type ClaimMapping, mappedRole } from '../../contract.ts'
import type { AttemptStep } from '../attempts/attempt-log.ts'
import type { Provider } from '../providers.ts'
import type { Claims } from './claims.ts'

/**
 * Sets the user's roles to those of their groups at the provider; returns the remarks about it. A provider that does not
 * list the groups says nothing of them: the roles stay.
 */
export async function rolesOfClaims(
  tx: Tx,
  { name, claimMapping }: Pick<Provider, 'name' | 'claimMapping'>,
  { groups, groupsElsewhere }: Pick<Claims, 'groups' | 'groupsElsewhere'>,
  userId: number,
): Promise<AttemptStep[]> {
  if (!groups) return [{ step: 'person', finding: groupsElsewhere ? 'groups-overage' : 'groups-missing' }]
  const wantedRoles = rolesOfGroups(claimMapping, groups)
  const user = await userWhere(tx, sql`u.id = ${userId}`)
  const hindrances = await setRolesOfProvider(tx, { userName: name }, user!, wantedRoles)
  return [
    ...(wantedRoles.length > 0
      ? []
      : [{ step: 'person', finding: 'no-role-mapped', values: { groups: groups.join(', ') } } as const]),
    ...hindrances.map((finding) => ({ step: 'person', finding }) as const),
  ]
}

/** The roles that the groups give. */
export function rolesOfGroups({ roles = [] }: ClaimMapping, groups: readonly string[]): MappedRole[] {
  return roles.filter(({ group }) => groups.includes(group)).flatMap((line) => mappedRole(line) ?? [])
}
