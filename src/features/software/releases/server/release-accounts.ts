import { sql } from 'kysely'
import { readableBundle } from '#features/software/bundles/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import { findJsonPage } from '#kit/server/list/find-page.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { isoSql, likeText } from '#kit/server/sql-text.ts'
import { visibleIn } from '#kit/server/visible.ts'
import { createReleases, type listReleaseAccounts, type ReleaseAccount } from '../contract.ts'

const columns = { displayName: 'a.display_name collate "und-x-icu"', account: 'a.name' } as const

/** A page of the accounts that a bundle can be released to, with the releases of each of its deployment type. */
export async function findReleaseAccounts(
  db: Database,
  { session, query }: RequestContext<typeof listReleaseAccounts>,
) {
  const { page, size, sort, q } = query
  const bundle = await readableBundle(db, session, query.bundleId)
  const part = `%${likeText((q ?? '').trim().toLowerCase())}%`
  const order = readSort<keyof typeof columns>(sort, { field: 'displayName', descending: false })
  const by = order.map(({ field, descending }) => `${columns[field]} ${descending ? 'desc' : 'asc'}`).join(', ')
  const where = sql`a.deleted_at is null and (a.name like ${part} or lower(a.display_name) like ${part})
    and ${visibleIn(session, createReleases, 'a.id')}`
  return findJsonPage(db, {
    page,
    size,
    rows: (limit) => sql<{ row: ReleaseAccount }>`
      select json_build_object('account', a.name, 'accountId', a.id::text, 'displayName', a.display_name,
        'deploymentTypes', coalesce((select json_agg(distinct d.type) from deployments d where d.account_id = a.id), '[]'),
        'current', (select json_build_object('id', r.id::text, 'name', r.name, 'bundleId', b.id::text, 'bundleName', b.name,
            'delivered', ${isoSql('r.delivered_at')})
          from bundle_releases r join bundles b on b.id = r.bundle_id
          where r.account_id = a.id and r.status = 'DELIVERED' and r.deleted_at is null and b.deployment_type = ${bundle.deploymentType}
          order by r.delivered_at desc, r.id desc limit 1),
        'waiting', (select json_build_object('id', r.id::text, 'name', r.name) from bundle_releases r
          where r.account_id = a.id and r.bundle_id = ${bundle.id} and r.status = 'RELEASED' and r.rejected_at is null
          order by r.id desc limit 1)) as row
      from (select a.* from accounts a where ${where} order by ${sql.raw(by)}, a.id ${limit}) a
      order by ${sql.raw(by)}, a.id`,
    of: sql`from accounts a where ${where}`,
    newest: sql`a.updated_at`,
  })
}
