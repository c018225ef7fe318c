import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { Certificate } from '../contract.ts'

const certificateJson = sql`json_build_object('id', c.id::text, 'account', a.name, 'name', c.name, 'profile', c.profile,
  'state', case when c.revoked_at is not null then 'REVOKED' when c.not_after <= now() then 'EXPIRED' else 'VALID' end,
  'serialNumber', c.serial_number, 'subject', c.subject, 'names', c.names, 'key', c.key,
  'notBefore', ${isoSql('c.not_before')}, 'notAfter', ${isoSql('c.not_after')},
  'daysLeft', greatest(0, floor(extract(epoch from c.not_after - now()) / 86400))::int, 'pem', c.pem,
  'revoked', ${isoSql('c.revoked_at')}, 'reason', c.reason, 'created', ${isoSql('c.created_at')},
  'createdBy', (select json_build_object('id', u.id::text, 'username', u.email, 'fullName', u.full_name) from users u where u.id = c.created_by))`

type Page = { readonly page: number; readonly size: number; readonly descending: boolean }

/** A page of the certificates that meet a condition on `c`, by the time when they were signed. */
export async function findCertificates(db: Database, where: RawBuilder<boolean>, { page, size, descending }: Page) {
  const direction = directionOf(descending)
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: Certificate }>`
      select ${certificateJson} as row from certificates c join accounts a on a.id = c.account_id where ${where}
      order by c.created_at ${direction}, c.id ${direction}`,
    of: sql`from certificates c where ${where}`,
    newest: sql`greatest(c.created_at, c.revoked_at)`,
  })
}

/** One certificate. */
export async function certificateOf(tx: Tx, id: number): Promise<Certificate> {
  const { rows } = await sql<{ certificate: Certificate }>`
    select ${certificateJson} as certificate from certificates c join accounts a on a.id = c.account_id where c.id = ${id}`.execute(
    tx,
  )
  return rows[0]!.certificate
}
