import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { loadX509, SIGNING } from '#kit/server/x509.ts'
import type { Authorities } from './authorities.ts'

const VALID_MS = 7 * 86_400_000
const RENEWED_MS = 86_400_000
const CRL_NUMBER = '2.5.29.20'

type StoredList = {
  readonly number: string
  readonly der: Buffer
  readonly revocations: number
  readonly nextUpdate: Date
}

/** The revocation list in DER: the stored one until a revocation changes it or its last day begins. */
export async function readRevocationList(db: Database, authorities: Authorities): Promise<Buffer> {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('certificate revocation list', 0))`.execute(tx)
    const { rows: revokedCertificates } = await sql<{ serial: string; at: Date; reason: keyof typeof reasonCodes }>`
      select serial_number as serial, revoked_at as at, reason from certificates where revoked_at is not null order by revoked_at, id`.execute(
      tx,
    )
    const { rows } = await sql<StoredList>`
      select number::text as number, der, revocations, next_update as "nextUpdate" from certificate_revocation_list`.execute(
      tx,
    )
    const storedList = rows[0]
    if (
      storedList &&
      storedList.revocations === revokedCertificates.length &&
      storedList.nextUpdate.getTime() - Date.now() > RENEWED_MS
    )
      return storedList.der
    const number = Number(storedList?.number ?? 0) + 1
    const nextUpdate = new Date(Date.now() + VALID_MS)
    const x509 = await loadX509()
    const issuer = new x509.X509Certificate(authorities.issuing)
    const list = await x509.X509CrlGenerator.create({
      issuer: issuer.subject,
      thisUpdate: new Date(),
      nextUpdate,
      signingAlgorithm: SIGNING,
      signingKey: authorities.key,
      entries: revokedCertificates.map(({ serial, at, reason }) => ({
        serialNumber: serial,
        revocationDate: at,
        reason: reasonCodes[reason],
      })),
      extensions: [
        await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
        new x509.Extension(CRL_NUMBER, false, derInteger(number)),
      ],
    })
    const der = Buffer.from(list.rawData)
    await sql`
      insert into certificate_revocation_list (number, der, revocations, next_update) values (${number}, ${der}, ${revokedCertificates.length}, ${nextUpdate})
      on conflict (id) do update set number = excluded.number, der = excluded.der, revocations = excluded.revocations,
        next_update = excluded.next_update`.execute(tx)
    return der
  })
}

/** Codes of RFC 5280, 5.3.1. */
const reasonCodes = {
  UNSPECIFIED: 0,
  KEY_COMPROMISE: 1,
  AFFILIATION_CHANGED: 3,
  SUPERSEDED: 4,
  CESSATION_OF_OPERATION: 5,
} as const

/** A positive integer in DER. */
function derInteger(value: number): Uint8Array<ArrayBuffer> {
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  const positive = bytes[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes
  return new Uint8Array([2, positive.length, ...positive])
}
