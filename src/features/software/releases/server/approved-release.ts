import { sql } from 'kysely'
import { StepFailed } from '#features/platform/jobs/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { ReleaseFacts } from './signing/manifest.ts'

/** The approved release; a step fails where it was deleted, or its bundle was stopped. */
export async function approvedRelease(db: Database | Tx, id: number, { lock = false } = {}) {
  const { rows } = await sql<ApprovedRelease>`
    select r.manifest, r.status, u.full_name as "approvedBy", r.approved_at as "approvedAt", b.name as bundle, b.status as "bundleStatus", b.reason
    from bundle_releases r join bundles b on b.id = r.bundle_id join users u on u.id = r.approved_by where r.id = ${id} ${lock ? sql`for update of r` : sql``}`.execute(
    db,
  )
  const row = rows[0]
  if (!row) throw new StepFailed('The release was removed.')
  if (row.bundleStatus !== 'ACTIVE' && row.status !== 'DELIVERED')
    throw new StepFailed(`The bundle ${row.bundle} was stopped: ${row.reason ?? 'no reason was given.'}`)
  // What is signed must be what was frozen, so names come from the manifest, not from the current bundle.
  const { release, bundle, account } = JSON.parse(row.manifest.toString()) as Omit<ReleaseFacts, 'components'>
  const approval = { approvedBy: row.approvedBy, approvedAt: row.approvedAt.toISOString() }
  return { manifest: row.manifest, facts: { release, bundle, account }, approval }
}

type ApprovedRelease = {
  readonly manifest: Buffer
  readonly status: string
  readonly approvedBy: string
  readonly approvedAt: Date
  readonly bundle: string
  readonly bundleStatus: string
  readonly reason: string | null
}
