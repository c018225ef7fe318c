import { webcrypto } from 'node:crypto'
import { sql } from 'kysely'
import { encryptorFor } from '#kit/server/encryption.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { loadX509, SIGNING } from '#kit/server/x509.ts'
import { readRequest } from './read-request.ts'
import { storeCertificate } from './store-certificate.ts'

/** Name of the job that signs the certificates of the demo. */
export const DEMO_CERTIFICATES = defineJob('certificates.demo')

export function demoTask(portal: AppContext): Task {
  return taskOf(DEMO_CERTIFICATES, { run: () => makeDemoCertificates(portal) })
}

const DAY_MS = 86_400_000
/** Host, profile, years, and the days left; a reason where it was revoked. */
const certificateRows = [
  ['ops-api', 'SERVER', 1, 9, null],
  ['telemetry', 'CLIENT', 1, 26, null],
  ['rpd-gateway', 'BOTH', 2, 52, null],
  ['cmts1', 'SERVER', 2, 214, null],
  ['cmts2', 'SERVER', 2, 371, null],
  ['collector', 'CLIENT', 3, 655, null],
  ['lab-cmts', 'BOTH', 5, 1_210, null],
  ['old-collector', 'CLIENT', 1, 61, 'SUPERSEDED'],
] as const

/** Certificates of the customer's account, with all that the page shows; once. */
export async function makeDemoCertificates(portal: AppContext): Promise<void> {
  const encrypt = encryptorFor(portal.config)
  const crlUrl = `${portal.publicUrl()}/api/certificates/crl`
  const requests = await Promise.all(certificateRows.map(async ([host]) => readRequest(await requestFor(host))))
  await inTransaction(portal.db, async (tx) => {
    const { rows } = await sql<{ accountId: number; userId: number }>`
      select a.id as "accountId", g.user_id as "userId" from accounts a join role_grants g on g.account_id = a.id and g.role = 'MANAGER'
      where a.name = 'nordfeld-kabel' and not exists (select from certificates) order by g.user_id limit 1 for update of a`.execute(
      tx,
    )
    const [owner] = rows
    if (!owner) return
    for (const [index, [name, profile, years, daysLeft, reason]] of certificateRows.entries()) {
      const from = new Date(Date.now() + daysLeft * DAY_MS + DAY_MS / 2)
      from.setUTCFullYear(from.getUTCFullYear() - years)
      const about = { ...owner, name: `${name}.nordfeld-kabel.example`, profile, years, crlUrl, from }
      const { id } = await storeCertificate(tx, encrypt, requests[index]!, about)
      if (reason)
        await sql`update certificates set revoked_at = now() - interval '20 days', reason = ${reason} where id = ${id}`.execute(
          tx,
        )
    }
  })
}

async function requestFor(host: string): Promise<string> {
  const x509 = await loadX509()
  const keys = (await webcrypto.subtle.generateKey(SIGNING, true, ['sign', 'verify'])) as CryptoKeyPair
  const name = `${host}.nordfeld-kabel.example`
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: `CN=${name}, O=Nordfeld Kabel`,
    keys,
    signingAlgorithm: SIGNING,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
  })
  return request.toString('pem')
}
