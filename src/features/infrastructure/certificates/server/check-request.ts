import type { Database } from '#kit/server/database.ts'
import type { Session } from '#kit/server/session.ts'
import type { RequestCheck } from '../contract.ts'
import type { Authorities } from './authorities.ts'
import { expiryOf, issuedExtensions } from './issue.ts'
import { ownRequest } from './own-request.ts'
import { type ReadRequest, RequestFlaw, readRequest } from './read-request.ts'

type Caller = {
  readonly db: Database
  readonly session: Session
  readonly authorities: Authorities
  readonly accountId: number
  readonly vendorName: string
}

/** Shows what a request asks for beside what would be signed; a flaw is part of the result. */
export async function checkRequest(
  { db, authorities, ...party }: Caller,
  { csr, lifetimeYears }: { csr: string; lifetimeYears: number },
): Promise<RequestCheck> {
  let request: ReadRequest | undefined
  let signedRequest: ReadRequest
  try {
    request = await readRequest(csr)
    signedRequest = await ownRequest(db, party, request)
  } catch (failure) {
    if (!(failure instanceof RequestFlaw)) throw failure
    return {
      flaw: { message: failure.message, line: failure.line },
      asked: request ? describe(request) : null,
      issued: null,
      leftOut: [],
    }
  }
  const { subject, names } = describe(signedRequest)
  const notAfter = (await expiryOf(authorities, lifetimeYears)).toISOString()
  const keptExtensions: readonly string[] = issuedExtensions
  return {
    flaw: null,
    asked: describe(request),
    issued: { subject, names, extensions: [...issuedExtensions], notAfter },
    leftOut: request.extensions.filter((name) => !keptExtensions.includes(name)),
  }
}

function describe({ subject, names, key, extensions }: ReadRequest) {
  return { subject, names: names.map(({ type, value }) => `${type}:${value}`), key, extensions: [...extensions] }
}
