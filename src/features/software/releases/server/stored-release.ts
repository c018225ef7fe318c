import { sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { etagOf, type HandlerResponse, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { type BundleRelease, type ReleaseStatus, releaseProblems } from '../contract.ts'
import { everReleaseSeen, releaseJson, releaseSeen, releaseSources } from './release-json.ts'

/** A release as commands read it. */
export type StoredRelease = {
  readonly id: number
  readonly name: string
  readonly bundleId: number
  readonly accountId: number
  readonly account: string
  readonly status: ReleaseStatus
  readonly manifest: Buffer
  readonly statement: Buffer | null
  readonly signature: Buffer | null
  /** Null also for releases that were signed before there was one. */
  readonly minisig: string | null
  readonly keyId: string | null
  /** The registry that its images were copied to; null where they are in the portal's own alone. */
  readonly registry: string | null
  readonly jobId: number | null
  readonly approvedBy: number | null
  readonly rejectedBy: number | null
  readonly createdBy: number
  readonly createdByImpersonator: number | null
  readonly createdAt: Date
  readonly version: number
}

const columns = sql`r.id, r.name, r.bundle_id as "bundleId", r.account_id as "accountId", a.name as account, r.status, r.manifest, r.statement,
  r.signature, r.minisig, r.key_id as "keyId", r.registry, r.job_id as "jobId", r.approved_by as "approvedBy", r.rejected_by as "rejectedBy", r.created_by as "createdBy", r.created_by_impersonator as "createdByImpersonator", r.created_at as "createdAt", r.version`

/**
 * The release of that id within what the session sees, else 404; `lock` holds it until the transaction ends, `deleted`
 * includes a deleted one.
 */
export async function findRelease(
  db: Database | Tx,
  session: Session,
  id: string,
  { lock = false, deleted = false } = {},
): Promise<StoredRelease> {
  const { rows } = /^\d{1,15}$/.test(id)
    ? await sql<StoredRelease>`
        select ${columns} from bundle_releases r join accounts a on a.id = r.account_id
        where r.id = ${id} and ${deleted ? everReleaseSeen(session) : releaseSeen(session)} ${lock ? sql`for update of r` : sql``}`.execute(
        db,
      )
    : { rows: [] }
  return rows[0] ?? throwProblem(releaseProblems['release-not-found'])
}

/** The release as the session sees it. */
export async function releasePage(
  db: Database | Tx,
  session: Session,
  id: string | number,
): Promise<HandlerResponse<BundleRelease>> {
  const { rows } = /^\d{1,15}$/.test(String(id))
    ? await sql<{ release: BundleRelease }>`
        select ${releaseJson(isVendor(session.actor))} as release from ${releaseSources} where r.id = ${id} and ${releaseSeen(session)}`.execute(
        db,
      )
    : { rows: [] }
  const release = rows[0]?.release ?? throwProblem(releaseProblems['release-not-found'])
  // In a separate header: steps, notes and downloads change without the version.
  return respond(release, { headers: { etag: etagOf(release.version) } })
}
