import { type RawBuilder, sql } from 'kysely'

/**
 * The components of the bundle of that id: name, status and size. An image that is still copied from a registry, or whose
 * copy failed, is a component that is not in storage. The figures of a bundle and the check before a release both read
 * this, so a bundle that the page shows as complete can be released.
 */
export function bundleContent(bundleId: RawBuilder<unknown> | number): RawBuilder<unknown> {
  return sql`(
    select c.file_name, c.status, c.size from bundle_components c where c.bundle_id = ${bundleId}
    union all
    select distinct on (lower(u.file_name)) u.file_name, 'PENDING', null from uploads u
    where u.bundle_id = ${bundleId} and u.source_type = 'DOCKER' and u.state <> 'DONE' and u.state <> 'CANCELLED'
      and not exists (select from bundle_components c where c.bundle_id = u.bundle_id and lower(c.file_name) = lower(u.file_name)))`
}
