import type { Database } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import type { RequestCheck } from '../contract.ts'
import { requireOwnNames } from './allowed-names.ts'
import type { Authorities } from './authorities.ts'
import { expiryOf, issuedExtensions } from './issue.ts'
import { type ReadRequest, RequestFlaw, readRequest } from './read-request.ts'

type Caller = {
  readonly db: Database
  readonly session: Session
  readonly authorities: Authorities
  readonly accountId: number
}

/** Shows what a request asks for beside what would be signed; a flaw is part of the result. */
export async function checkRequest(
  { db, session, authorities, accountId }: Caller,
  { csr, lifetimeYears }: { csr: string; lifetimeYears: number },
): Promise<RequestCheck> {
  let request: ReadRequest | undefined
  try {
    request = await readRequest(csr)
    await requireOwnNames(db, session, accountId, request)
  } catch (failure) {
    if (!(failure instanceof RequestFlaw)) throw failure
    return {
      flaw: { message: failure.message, line: failure.line },
      asked: request ? describe(request) : null,
      issued: null,
      leftOut: [],
    }
  }
  const shown = describe(request)
  const { subject, names } = shown
  const notAfter = (await expiryOf(authorities, lifetimeYears)).toISOString()
  const kept: readonly string[] = issuedExtensions
  return {
    flaw: null,
    asked: shown,
    issued: { subject, names, extensions: [...issuedExtensions], notAfter },
    leftOut: request.extensions.filter((name) => !kept.includes(name)),
  }
}

function describe({ subject, names, key, extensions }: ReadRequest) {
  return { subject, names: names.map(({ type, value }) => `${type}:${value}`), key, extensions: [...extensions] }
}
