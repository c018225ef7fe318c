import { type RawBuilder, sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import { userJson } from '#features/software/bundles/server/index.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { visibleIn } from '#kit/server/visible.ts'
import { readReleases } from '../contract.ts'

/** The joins that a release `r` needs to become JSON. */
export const releaseSources = sql`bundle_releases r join bundles b on b.id = r.bundle_id join accounts a on a.id = r.account_id left join jobs j on j.id = r.job_id`

/** A release `r` as JSON (`BundleRelease`); the steps of its delivery for vendor staff alone. */
export function releaseJson(staff: boolean): RawBuilder<unknown> {
  const steps = staff
    ? sql`'steps', coalesce(j.steps, '[]'), 'error', j.error`
    : sql`'steps', '[]'::json, 'error', null`
  return sql`json_build_object('id', r.id::text, 'name', r.name, 'bundleId', r.bundle_id::text, 'bundleName', b.name, 'bundleStatus', b.status,
    'bundleReason', b.reason, 'deploymentType', b.deployment_type, 'account', a.name, 'accountId', a.id::text, 'accountDisplayName', a.display_name,
    'status', r.status, 'note', (select n.text from release_notes n where n.release_id = r.id order by n.id desc limit 1),
    'signature', case when r.key_id is null then null else json_build_object('keyId', r.key_id, 'algorithm', 'Ed25519') end,
    'approval', case when r.approved_by is null then null else json_build_object('by', (select full_name from users where id = r.approved_by), 'at', ${isoSql('r.approved_at')},
      'jobId', j.id::text, 'state', coalesce(j.state, 'DONE'), ${steps}) end,
    'rejection', case when r.rejected_by is null then null else json_build_object('by', (select full_name from users where id = r.rejected_by),
      'at', ${isoSql('r.rejected_at')}, 'note', r.rejection_note) end,
    'components', r.component_count, 'images', r.image_count, 'size', r.size, 'downloaded', (select count(*) from release_components c where c.release_id = r.id and c.downloaded_at is not null),
    'isDownloadable', not b.downloads_withdrawn, 'created', ${isoSql('r.created_at')}, 'createdBy', ${userJson('r.created_by')},
    'createdByImpersonator', ${staff ? sql`case when r.created_by_impersonator is null then null else ${userJson('r.created_by_impersonator')} end` : sql`null`},
    'delivered', ${isoSql('r.delivered_at')}, 'updated', ${isoSql('greatest(r.updated_at, j.updated_at)')}, 'isSecurity', r.is_security, 'version', r.version)`
}

/**
 * The condition on `bundle_releases r` that limits it to what the session may see: staff the releases of their
 * accounts, customers delivered ones; deleted ones no user.
 */
export function releaseSeen(session: Session): RawBuilder<boolean> {
  return sql<boolean>`${everReleaseSeen(session)} and r.deleted_at is null`
}

/** The same, with deleted releases that had been delivered: their proofs stay. */
export function everReleaseSeen(session: Session): RawBuilder<boolean> {
  const own = visibleIn(session, readReleases, 'r.account_id')
  return isVendor(session.actor) ? own : sql<boolean>`${own} and r.status = 'DELIVERED'`
}
