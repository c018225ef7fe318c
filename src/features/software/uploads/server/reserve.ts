import { sql } from 'kysely'
import { bundleProblems, type ComponentType, validateName } from '#features/software/bundles/contract.ts'
import { lockedBundle, requireEditable } from '#features/software/bundles/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { extensionOf } from '#kit/server/files/file-name.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { allowedEndings, type NewUpload, uploadProblems } from '../contract.ts'
import { fetchableUrl } from './fetch-source.ts'
import { hasFileSharing, throwNotConnected } from './file-sharing.ts'
import { requireReference } from './shared-file-reference.ts'
import type { UploadContext } from './upload-context.ts'
import { largestUpload } from './upload-settings.ts'
import { type StoredUpload, uploadColumns } from './upload-store.ts'
import { hasVendorFile } from './vendor-file-store.ts'

/** Reserves a file id for an upload; the same user with the same file resumes the unfinished one. */
export async function reserve(
  context: UploadContext,
  { tx, session }: { readonly tx: Tx; readonly session: Session },
  newUpload: NewUpload,
): Promise<StoredUpload> {
  const bundle = await lockedBundle(tx, session, newUpload.bundleId)
  requireEditable(bundle)
  const componentType = requireTakeable(context, newUpload)
  const clobber = newUpload.uploadOptions?.clobber ?? false
  const sourceUrl = newUpload.sourceType === 'URL' ? fetchableUrl(context.portal.config, newUpload.url) : null
  const sourcePath = await pathOf(tx, newUpload)
  const unfinishedUpload = await findUnfinished(tx, session, bundle.id, newUpload)
  if (unfinishedUpload) return unfinishedUpload
  if (!clobber) await requireFreeName(tx, bundle.id, newUpload.fileName)
  if ((newUpload.size ?? 0) > (await context.partial.freeBytes()))
    throwProblem(uploadProblems['storage-full'], { size: newUpload.size ?? 0 })
  const { rows } = await sql<StoredUpload>`
    insert into uploads as u (bundle_id, component_type, file_name, source_type, source_url, source_path, clobber, size, expected_digest, created_by)
    values (${bundle.id}, ${componentType}, ${newUpload.fileName}, ${newUpload.sourceType ?? 'CLIENT_FILE'}, ${sourceUrl}, ${sourcePath}, ${clobber},
      ${newUpload.size ?? null}, ${newUpload.sha256 ?? null}, ${session.userId}) returning ${uploadColumns}`.execute(tx)
  return rows[0]!
}

/** The checks possible before the first byte: name, kind, size, source. */
function requireTakeable({ portal }: UploadContext, newUpload: NewUpload): ComponentType {
  const { fileName, size, sourceType = 'CLIENT_FILE' } = newUpload
  const flaw = validateName(fileName)
  if (flaw) throwFieldProblem('fileName', flaw)
  const missing = notBuilt[sourceType]
  if (missing) throwProblem(uploadProblems['source-not-available'], { source: missing, why: 'it is not connected' })
  if (size === 0) throwProblem(uploadProblems['upload-empty'])
  const limit = largestUpload(portal)
  if (size !== undefined && size > limit) throwProblem(uploadProblems['upload-too-large'], { name: fileName, limit })
  const kind =
    newUpload.componentType ?? (allowedEndings.product.includes(extensionOf(fileName)) ? 'product' : 'document')
  if (!allowedEndings[kind].includes(extensionOf(fileName)))
    throwProblem(uploadProblems['upload-type-not-allowed'], {
      name: fileName,
      kind,
      allowed: allowedEndings[kind].join(', '),
    })
  return kind
}

const notBuilt: Readonly<Record<string, string>> = {
  DOCKER: 'a container registry',
}

/** What names the file in its source; null where the source needs no path. */
async function pathOf(tx: Tx, { sourceType, path, boxId }: NewUpload): Promise<string | null> {
  if (sourceType === 'VENDOR_FILE') return vendorPath(tx, path)
  if (sourceType !== 'BOX') return null
  if (!(await hasFileSharing(tx))) throwNotConnected()
  return requireReference(boxId)
}

/** The path of an existing file of the vendor's area. */
async function vendorPath(tx: Tx, path: string | undefined): Promise<string> {
  if (path === undefined) throwFieldProblem('path', 'is needed for sourceType VENDOR_FILE')
  if (!(await hasVendorFile(tx, path))) throwFieldProblem('path', "is not in the vendor's area")
  return path
}

/** Rejects with 409 when the bundle has a file of this name in storage. */
export async function requireFreeName(tx: Tx, bundleId: number, name: string): Promise<void> {
  const { rows } = await sql`
    select 1 from bundle_components where bundle_id = ${bundleId} and lower(file_name) = lower(${name}) and status = 'IN_STORAGE'`.execute(
    tx,
  )
  if (rows.length > 0) throwProblem(bundleProblems['component-file-exists'], { name })
}

async function findUnfinished(tx: Tx, session: Session, bundleId: number, { fileName, size, sha256 }: NewUpload) {
  if (size === undefined) return undefined
  const { rows } = await sql<StoredUpload>`
    select ${uploadColumns} from uploads u where u.bundle_id = ${bundleId} and u.file_name = ${fileName} and u.size = ${size}
      and u.created_by = ${session.userId} and u.state in ('RESERVED', 'UPLOADING') and u.source_type = 'CLIENT_FILE'
      and u.expected_digest is not distinct from ${sha256 ?? null} order by u.updated_at desc limit 1`.execute(tx)
  return rows[0]
}
