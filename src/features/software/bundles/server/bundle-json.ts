import { type RawBuilder, sql } from 'kysely'
import { isoSql } from '#kit/server/sql-text.ts'
import { bundleContent } from './bundle-content.ts'

/** The user of this id as JSON (`UserRef`). */
export function userJson(id: string): RawBuilder<unknown> {
  return sql`(select json_build_object('id', p.id::text, 'username', p.email, 'fullName', p.full_name) from users p where p.id = ${sql.raw(id)})`
}

/** A bundle `b` as JSON (`Bundle`); for customers without its content. */
export function bundleJson({ staff, history = false }: { staff: boolean; history?: boolean }): RawBuilder<unknown> {
  const inside = staff
    ? sql`'createdBy', ${userJson('b.created_by')}, 'figures', ${figures}, 'cases', ${cases}`
    : sql`'createdBy', null, 'figures', null, 'cases', '[]'::json`
  const past = staff && history ? sql`, 'history', ${historyJson}` : sql``
  return sql`json_build_object('id', b.id::text, 'name', b.name, 'isContainerized', b.is_containerized, 'parentId', b.parent_id::text,
    'parentName', (select name from bundles up where up.id = b.parent_id), 'product', b.product, 'productVersion', b.product_version,
    'deploymentType', b.deployment_type, 'status', b.status, 'reason', b.reason,
    'downloadsWithdrawn', b.downloads_withdrawn, 'created', ${isoSql('b.created_at')}, 'updated', ${isoSql('b.updated_at')}, 'version', b.version,
    ${inside}${past})`
}

const figures = sql`(
  select json_build_object('components', c.components, 'inStorage', c.in_storage, 'size', c.size, 'releases', r.releases, 'delivered', r.delivered,
    'patches', (select count(*) from bundles d where d.parent_id = b.id), 'notes', (select count(*) from bundle_notes n where n.bundle_id = b.id))
  from (select count(*) as components, count(*) filter (where status = 'IN_STORAGE') as in_storage, coalesce(sum(size), 0) as size from ${bundleContent(sql`b.id`)} content) c,
    (select count(*) as releases, count(*) filter (where status = 'DELIVERED') as delivered from bundle_releases where bundle_id = b.id and deleted_at is null) r)`

const cases = sql`(
  select coalesce(json_agg(json_build_object('key', c.key, 'subject', c.subject, 'account', a.name, 'status', c.status) order by c.id desc), '[]')
  from bundle_cases l join cases c on c.id = l.case_id join accounts a on a.id = c.account_id where l.bundle_id = b.id)`

/** An event `e` of a bundle as JSON (`BundleEntry`). */
export const entryJson = sql`json_build_object('id', e.id::text, 'name', e.name, 'at', ${isoSql('e.at')}, 'by', e.actor_name,
  'account', (select name from accounts where id = e.account_id), 'what', e.data->>'what', 'changes', coalesce(e.data->'changes', '{}'))`

const historyJson = sql`(
  select coalesce(json_agg(entry), '[]') from (
    select ${entryJson} as entry from events e where e.subject = 'bundle' and e.subject_id = b.id::text order by e.id desc limit 50) latest)`
