import { type Bundle, type Component, YEARS } from './invent-bundles.ts'
import type { ScaleSoftware } from './scale-software.ts'

/** A row of `bundles`: old ones are at their end of life, a few of the others on hold. */
export function bundleRow({ id, name, parentId, line, created }: Bundle, { maker }: ScaleSoftware) {
  const old = Date.now() - created.getTime() > YEARS / 2
  const status = old && id % 3 > 0 ? 'END_OF_LIFE' : id % 97 === 0 ? 'ON_HOLD' : 'ACTIVE'
  return {
    id,
    name,
    parent_id: parentId,
    deployment_type: line.type,
    status,
    reason: reasons[status] ?? null,
    created_by: maker.id,
    created_at: created,
    updated_at: created,
  }
}

const reasons: Readonly<Record<string, string>> = {
  END_OF_LIFE: 'Two newer lines are supported.',
  ON_HOLD: 'A fault was seen in the lab.',
}

/** The row of `uploads` of a component. */
export function uploadRow(
  { uploadId, componentType, fileName, size, digest }: Component,
  { id, created }: Bundle,
  { maker }: ScaleSoftware,
) {
  return {
    id: uploadId,
    bundle_id: id,
    component_type: componentType,
    file_name: fileName,
    source_type: 'CLIENT_FILE',
    size,
    state: 'DONE',
    received: size,
    digested: size,
    digest,
    created_by: maker.id,
    created_at: created,
    updated_at: created,
  }
}

/** A row of `bundle_components`. */
export function componentRow(
  { uploadId, fileId, componentType, fileName, size, digest, mediaType }: Component,
  { id, created }: Bundle,
  { maker }: ScaleSoftware,
) {
  return {
    bundle_id: id,
    component_type: componentType,
    file_name: fileName,
    status: 'IN_STORAGE',
    upload_id: uploadId,
    file_id: fileId,
    digest,
    size,
    media_type: mediaType,
    source_type: 'CLIENT_FILE',
    created_by: maker.id,
    created_at: created,
    updated_at: created,
  }
}
