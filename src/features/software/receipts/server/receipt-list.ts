import { sql } from 'kysely'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { findJsonPage } from '#kit/server/list/find-page.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { type listReceipts, type Receipt, readReceipts } from '../contract.ts'

const json = sql<Receipt>`json_build_object('id', x.id::text, 'releaseId', x.release_id::text, 'releaseName', r.name,
  'bundleName', coalesce(b.name, convert_from(r.manifest, 'UTF8')::json->'bundle'->>'name'),
  'account', a.name, 'deployment', x.deployment, 'components', x.components, 'verified', ${isoSql('x.verified_at')},
  'received', ${isoSql('x.received_at')}, 'receivedBy', u.full_name,
  'key', case when x.key_id is not null then json_build_object('id', x.key_id, 'name', k.name) end)`
// The bundle of a deleted release may be deleted too.
const sources = sql`receipts x join bundle_releases r on r.id = x.release_id left join bundles b on b.id = r.bundle_id join accounts a on a.id = x.account_id
  join users u on u.id = x.received_by left join receipt_keys k on k.id = x.key_id`

/** A page of the receipts of an account, the newest first. */
export async function findReceipts(db: Database, { session, query }: RequestContext<typeof listReceipts>) {
  const { account, page, size } = query
  const { id } = await accountIn(db, session, { name: account, permission: readReceipts })
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: Receipt }>`
      select ${json} as row from ${sources} where x.account_id = ${id} order by x.id desc`,
    of: sql`from receipts where account_id = ${id}`,
    newest: sql`received_at`,
  })
}

/** One receipt. */
export async function findReceipt(tx: Tx, id: number): Promise<Receipt> {
  const { rows } = await sql<{
    receipt: Receipt
  }>`select ${json} as receipt from ${sources} where x.id = ${id}`.execute(tx)
  return rows[0]!.receipt
}
