import { sql } from 'kysely'
import { lockAccount } from '#features/accounts/accounts/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { Session } from '#kit/server/session.ts'
import {
  cancelDomainVerification,
  checkDomainProof,
  domainProblems,
  domainProofAsked,
  domainProofWaived,
  manageAllowed,
  normaliseDomain,
  requestDomainVerification,
} from '../contract.ts'
import { verifyDomain } from './check-proof.ts'
import { askProof, readProof } from './proof-store.ts'
import { dnsLookUp } from './resolve-txt.ts'

/** Requiring an account to prove ownership of a domain on its list. Off unless a user switches it on. */
export function serveProofs(portal: AppContext): void {
  const lookUp = dnsLookUp(portal.config)
  registerCommand(portal, requestDomainVerification, async ({ tx, session, params, record }) => {
    const { accountId, domain } = await placeOf(tx, session, params)
    const { rows } = await sql`select from accounts where id = ${accountId} and ${domain} = any(domains)`.execute(tx)
    if (rows.length === 0) throwProblem(domainProblems['domain-not-listed'], { domain })
    if (await askProof(tx, accountId, domain))
      await record(domainProofAsked, { account: accountId, subject: accountId, data: { domain } })
    return (await readProof(tx, accountId, domain))!
  })

  serve(portal, checkDomainProof, async ({ session, params, request }) => {
    const place = await inTransaction(portal.db, (tx) => placeOf(tx, session, params))
    await verifyDomain(portal, lookUp, { ...place, actor: actorOfRequest(request) })
    const proof = await readProof(portal.db, place.accountId, place.domain)
    return proof ?? throwProblem(domainProblems['proof-not-asked'], { domain: place.domain })
  })

  registerCommand(portal, cancelDomainVerification, async ({ tx, session, params, record }) => {
    const { accountId, domain } = await placeOf(tx, session, params)
    const deletedRow = await tx
      .deleteFrom('domain_verifications')
      .where('account_id', '=', accountId)
      .where('domain', '=', domain)
      .executeTakeFirst()
    if (deletedRow.numDeletedRows === 0n) throwProblem(domainProblems['proof-not-asked'], { domain })
    await record(domainProofWaived, { account: accountId, subject: accountId, data: { domain } })
    return undefined
  })
}

/** The account, which the caller must manage, and the domain in its listed form. */
async function placeOf(tx: Tx, session: Session, params: { account: string; domain: string }) {
  const { id: accountId } = await lockAccount(tx, session, params.account, manageAllowed)
  return { accountId, domain: normaliseDomain(params.domain) ?? params.domain }
}
