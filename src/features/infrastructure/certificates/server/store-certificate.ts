import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import type { Certificate } from '../contract.ts'
import { authoritiesIn } from './authorities.ts'
import { issue } from './issue.ts'
import type { ReadRequest } from './read-request.ts'

/** Signs a request that was checked, and stores the certificate; returns its id and serial number. */
export async function storeCertificate(
  tx: Tx,
  encrypt: Encryptor,
  request: ReadRequest,
  about: {
    readonly accountId: number
    readonly userId: number
    readonly name: string
    readonly profile: Certificate['profile']
    readonly years: number
    readonly crlUrl: string
    readonly from?: Date
  },
): Promise<{ id: number; serialNumber: string }> {
  const { accountId, userId, name, profile, from = null } = about
  const signers = await authoritiesIn(tx, encrypt)
  const certificate = await issue(signers, request, about)
  const { rows } = await sql<{ id: number }>`
    insert into certificates (account_id, name, profile, serial_number, subject, names, key, pem, not_before, not_after, created_by, created_at)
    values (${accountId}, ${name}, ${profile}, ${certificate.serialNumber}, ${request.subject}, ${namesOf(request)}::text[], ${request.key},
      ${certificate.pem + signers.issuing}, ${certificate.notBefore}, ${certificate.notAfter}, ${userId}, coalesce(${from}::timestamptz, now())) returning id`.execute(
    tx,
  )
  return { id: rows[0]!.id, serialNumber: certificate.serialNumber }
}

/** The names of a request, as `type:value`. */
export function namesOf({ names }: ReadRequest): string[] {
  return names.map(({ type, value }) => `${type}:${value}`)
}
