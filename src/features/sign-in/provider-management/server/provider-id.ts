import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { providerProblems } from '../contract.ts'

/** Ids with another meaning in addresses, or of providers that are not set up here. */
const reservedIds: ReadonlySet<string> = new Set(['embedded', 'oidc', 'list', 'diagnostics', 'attempts'])

/** Rejects an id that another provider has. */
export async function requireUniqueId(tx: Tx, id: string): Promise<void> {
  if (!reservedIds.has(id) && !(await isTaken(tx, id))) return
  throwProblem(providerProblems['provider-exists'], { id }, { fields: [{ path: 'id', message: 'is taken' }] })
}

/** An id made of a provider's name, with a number appended when the name alone is taken. */
export async function freeId(tx: Tx, name: string): Promise<string> {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 26)
  for (let number = 1; ; number += 1) {
    const id = `${plain || 'provider'}${number === 1 ? '' : `-${number}`}`
    // The default id is given only when requested by name.
    if (id !== 'okta' && !reservedIds.has(id) && !(await isTaken(tx, id))) return id
  }
}

async function isTaken(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('identity_providers').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
