import { signPayload } from '../signing/dsse.ts'
import { manifestOf, type ReleaseFacts, statementOf } from '../signing/manifest.ts'
import { type Component, componentsOf, DAY } from './invent-bundles.ts'
import type { Release } from './invent-releases.ts'
import type { ScaleSoftware } from './scale-software.ts'

/** A row of `bundle_releases`: with its frozen manifest, and a real signature when it is delivered. */
export function releaseRow({ id, bundle, account, created, delivered }: Release, software: ScaleSoftware) {
  const { maker } = software
  const components = componentsOf(bundle, software)
  const facts = {
    release: { id: String(id), name: bundle.name, created: created.toISOString(), createdBy: maker.fullName },
    bundle: { id: String(bundle.id), name: bundle.name, deploymentType: bundle.line.type },
    account: account.name,
    components,
  }
  const manifest = manifestOf(facts)
  return {
    id,
    bundle_id: bundle.id,
    account_id: account.id,
    name: bundle.name,
    status: delivered ? 'DELIVERED' : 'RELEASED',
    component_count: components.length,
    size: components.reduce((sum, { size }) => sum + size, 0),
    manifest: bytea(manifest),
    ...(delivered ? signedColumns(facts, manifest, delivered, software) : unsignedColumns),
    created_by: maker.id,
    created_at: created,
    updated_at: delivered ?? created,
  }
}

const unsignedColumns = {
  approved_by: null,
  approved_at: null,
  statement: null,
  signature: null,
  key_id: null,
  delivered_at: null,
}

function signedColumns(facts: ReleaseFacts, manifest: Buffer, deliveredAt: Date, { approver, key }: ScaleSoftware) {
  const at = deliveredAt.toISOString()
  const approval = { approvedBy: approver.fullName, approvedAt: at, signedAt: at }
  const statement = statementOf(manifest, facts, approval, key.id, '')
  return {
    approved_by: approver.id,
    approved_at: deliveredAt,
    statement: bytea(statement),
    signature: bytea(signPayload(statement, key.privateKey)),
    key_id: key.id,
    delivered_at: deliveredAt,
  }
}

function bytea(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`
}

/** A row of `release_components`: some of the delivered files were downloaded. */
export function releasedComponentRow(
  { componentType, fileName, uploadId, fileId, digest, size, mediaType }: Component,
  { id, delivered }: Release,
) {
  const downloads = delivered ? (id + fileId) % 4 : 0
  const downloadedAt =
    downloads > 0 && delivered ? new Date(Math.min(delivered.getTime() + downloads * DAY, Date.now())) : null
  return {
    release_id: id,
    component_type: componentType,
    file_name: fileName,
    upload_id: uploadId,
    file_id: fileId,
    digest,
    size,
    media_type: mediaType,
    downloads,
    downloaded_at: downloadedAt,
  }
}
