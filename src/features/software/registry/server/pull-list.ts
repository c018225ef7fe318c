import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { CsvColumn } from '#kit/server/list/csv.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { RegistryPull } from '../contract.ts'

/** A page of the pulls of an account. */
export async function findPulls(
  db: Database,
  accountId: number,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const order = directionOf(descending)
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: RegistryPull }>`
      select json_build_object('id', p.id::text, 'at', ${isoSql('p.at')}, 'repository', p.repository, 'reference', p.reference,
        'digest', 'sha256:' || p.digest, 'credential', k.name, 'withPreviousSecret', p.with_previous_secret, 'by', u.full_name, 'address', p.address,
        'release', case when r.id is not null then json_build_object('id', r.id::text, 'name', r.name) end, 'denied', p.denied) as row
      from registry_pulls p join registry_credentials k on k.id = p.credential_id join users u on u.id = k.created_by
        left join bundle_releases r on r.id = p.release_id
      where p.account_id = ${accountId} order by p.id ${order}`,
    of: sql`from registry_pulls where account_id = ${accountId}`,
    newest: sql`at`,
    capped: true,
  })
}

/** Every pull of the account, page by page, for the export. */
export async function* eachPull(db: Database, accountId: number): AsyncGenerator<RegistryPull> {
  for (let page = 0; ; page += 1) {
    const { rows } = await findPulls(db, accountId, { page, size: 500, descending: true })
    yield* rows
    if (rows.length < 500) return
  }
}

/** Columns of pulls as CSV. */
export const pullColumns: readonly CsvColumn<RegistryPull>[] = [
  { heading: 'Time (UTC)', cell: ({ at }) => at },
  { heading: 'Image', cell: ({ repository }) => repository },
  { heading: 'Reference', cell: ({ reference }) => reference },
  { heading: 'Digest', cell: ({ digest }) => digest },
  { heading: 'Credential', cell: ({ credential }) => credential },
  { heading: 'Address', cell: ({ address }) => address },
  { heading: 'Release', cell: ({ release }) => release?.name },
  { heading: 'Denied', cell: ({ denied }) => denied },
]
