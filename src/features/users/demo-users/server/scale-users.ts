import type pg from 'pg'
import { copyRows, type Value } from '#kit/server/load/copy-rows.ts'
import { nextId } from '#kit/server/load/next-id.ts'
import { seededRandom } from '#kit/server/load/seeded.ts'
import names from './demo-data/user-names.json' with { type: 'json' }

/** An operator that needs users in a large demo world. */
type Employer = { readonly id: number; readonly domain: string; readonly weight: number }

/** An invented user of an operator. */
export type ScaleUser = { readonly id: number; readonly role: string }

/** Tables that `loadScaleUsers` fills. */
export const scaleUsersTables = ['users', 'role_grants'] as const

/**
 * Loads this many invented users, the same each time, spread over the operators by their size: a manager each, users,
 * now and then a technician or a contractor. They have no password. Returns those of each operator who file cases.
 */
export async function loadScaleUsers(
  client: pg.ClientBase,
  employers: readonly Employer[],
  count: number,
): Promise<Map<number, ScaleUser[]>> {
  const all = inventUsers(employers, count, await nextId(client, 'users'))
  await copyRows(
    client,
    'users',
    ['id', 'email', 'full_name', 'state', 'last_login_at', 'created_at'],
    all.map(({ id, email, name, state, lastLogin, created }) => [id, email, name, state, lastLogin, created]),
  )
  await copyRows(
    client,
    'role_grants',
    ['user_id', 'role', 'account_id', 'granted_at'],
    all.map(({ id, role, employer, created }): Value[] => [id, role, employer, created]),
  )
  await client.query(`select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users))`)
  const filing = new Map<number, ScaleUser[]>(employers.map(({ id }) => [id, []]))
  for (const { id, role, employer } of all) if (role !== 'FIELDTECH') filing.get(employer)!.push({ id, role })
  return filing
}

type InventedUser = ScaleUser & {
  readonly employer: number
  readonly email: string
  readonly name: string
  readonly state: string
  readonly lastLogin: Date | null
  readonly created: Date
}

function inventUsers(employers: readonly Employer[], count: number, firstId: number): InventedUser[] {
  const random = seededRandom(3)
  const whole = employers.reduce((sum, { weight }) => sum + weight, 0)
  const day = 86_400_000
  const now = Date.now()
  let id = firstId
  return employers.flatMap((employer) => {
    const many = Math.max(2, Math.round((employer.weight / whole) * count))
    return Array.from({ length: many }, (_, place): InventedUser => {
      const first = random.pick(names.first)
      const last = random.pick(names.last)
      const active = random.chance(0.93)
      const createdAt = new Date(now - random.below(1800) * day)
      return {
        id: id++,
        employer: employer.id,
        role:
          place === 0
            ? 'MANAGER'
            : random.pick(['USER', 'USER', 'USER', 'USER', 'USER', 'FIELDTECH', 'CUST_CONTRACTOR', 'MANAGER']),
        name: `${first} ${last}`,
        email: `${withoutAccents(first)}.${withoutAccents(last)}.${place + 1}@${employer.domain}`,
        state: active
          ? 'active'
          : random.pick(['provisioned', 'suspended', 'deprovisioned', 'lockedOut', 'candidateForDeletion']),
        lastLogin: active ? new Date(Math.max(createdAt.getTime(), now - random.share() ** 3 * 400 * day)) : null,
        created: createdAt,
      }
    })
  })
}

function withoutAccents(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}
