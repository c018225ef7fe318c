import { sql } from 'kysely'
import { accountIn, lockAccount } from '#features/accounts/accounts/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { contentDisposition } from '#kit/server/files/file-name.ts'
import { respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { registerCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleIn } from '#kit/server/visible.ts'
import {
  certificateProblems,
  certificateRevoked,
  certificateSigned,
  checkCertificateRequest,
  downloadAuthorities,
  downloadRevocations,
  listCertificates,
  revokeCertificate,
  signCertificate,
  signCertificates,
} from '../contract.ts'
import { authorityKeys, readAuthorities } from './authorities.ts'
import { certificateOf, findCertificates } from './certificate-store.ts'
import { checkRequest } from './check-request.ts'
import { demoTask } from './demo-certificates.ts'
import { ownRequest } from './own-request.ts'
import { RequestFlaw, readRequest } from './read-request.ts'
import { readRevocationList } from './revocation-list.ts'
import { namesOf, storeCertificate } from './store-certificate.ts'

export { DEMO_CERTIFICATES, makeDemoCertificates } from './demo-certificates.ts'

/** Certificates that the portal's own authority signs for accounts. */
export const certificatesFeature: Feature = {
  name: 'certificates',
  encryptedColumns: [authorityKeys],
  serve(portal) {
    const { db } = portal
    const authorities = () => readAuthorities(db, encryptorFor(portal.config))
    serve(portal, listCertificates, async (call) => {
      const { page, size, sort, account } = call.query
      const { descending } = readSort(sort, { field: 'created', descending: true })[0]!
      const own =
        account === undefined
          ? ownSql(call.session)
          : sql<boolean>`c.account_id = ${(await accountIn(db, call.session, { name: account, permission: signCertificates })).id}`
      return halPage(call, 'certificates', await findCertificates(db, own, { page, size, descending }))
    })
    const vendorName = portal.config.vendor.name
    serve(portal, checkCertificateRequest, async ({ session, query, body }) => {
      const { id } = await accountIn(db, session, { name: query.account, permission: signCertificates })
      return checkRequest({ db, session, authorities: await authorities(), accountId: id, vendorName }, body)
    })
    registerCommand(portal, signCertificate, async (call) => {
      const { tx, session, query, body } = call
      const account = await lockAccount(tx, session, query.account, signCertificates)
      const request = await readRequest(body.csr)
        .then((sentRequest) => ownRequest(tx, { session, accountId: account.id, vendorName }, sentRequest))
        .catch(toField)
      const crlUrl = `${portal.publicUrl()}/api/certificates/crl`
      const names = namesOf(request)
      const { id, serialNumber } = await storeCertificate(tx, encryptorFor(portal.config), request, {
        accountId: account.id,
        userId: session.userId,
        name: body.name,
        profile: body.profile,
        years: body.lifetimeYears,
        crlUrl,
      })
      await call.record(certificateSigned, {
        account: account.id,
        subject: id,
        data: { what: body.name, serialNumber, names },
      })
      return respond(await certificateOf(tx, id), { status: 201 })
    })
    registerCommand(portal, revokeCertificate, async (call) => {
      const { tx, session, params, body } = call
      const { rows } = await sql<{ accountId: number; name: string; revoked: Date | null }>`
        select c.account_id as "accountId", c.name, c.revoked_at as revoked from certificates c
        where c.id = ${params.id}::bigint and ${ownSql(session)} for update`.execute(tx)
      const {
        accountId: account,
        name,
        revoked: revokedAt,
      } = rows[0] ?? throwProblem(certificateProblems['certificate-not-found'])
      if (revokedAt) throwProblem(certificateProblems['certificate-revoked'])
      await sql`update certificates set revoked_at = clock_timestamp(), reason = ${body.reason} where id = ${params.id}::bigint`.execute(
        tx,
      )
      await call.record(certificateRevoked, { account, subject: params.id, data: { what: name, reason: body.reason } })
      return certificateOf(tx, Number(params.id))
    })
    serveFiles(portal)
  },
  tasks: (portal) => [demoTask(portal)],
}

/** The chain and the revocation list, for those who verify a certificate. */
function serveFiles(portal: AppContext): void {
  const { db } = portal
  const authorities = () => readAuthorities(db, encryptorFor(portal.config))
  registerStream(portal, downloadAuthorities, async ({ reply }) => {
    const { issuing, root } = await authorities()
    return reply
      .header('content-type', 'application/x-pem-file')
      .header('content-disposition', contentDisposition('attachment', 'headend-ca.pem'))
      .send(Buffer.from(issuing + root))
  })
  registerStream(portal, downloadRevocations, async ({ reply }) =>
    reply
      .header('content-type', 'application/pkix-crl')
      .header('content-disposition', contentDisposition('attachment', 'headend.crl'))
      .send(await readRevocationList(db, await authorities())),
  )
}

function toField(failure: unknown): never {
  if (failure instanceof RequestFlaw)
    throwFieldProblem('csr', failure.line === null ? failure.message : `line ${failure.line}: ${failure.message}`)
  throw failure
}

/** The condition on `c` for the accounts that the session signs for. */
function ownSql(session: Session) {
  return visibleIn(session, signCertificates, 'c.account_id')
}
