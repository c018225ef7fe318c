import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Read the SBOMs of bundles, and search their components in every bundle. */
export const searchSboms = permission(
  'sbom:search',
  'Read and search SBOMs',
  everyVendorRole.filter(({ role }) => role !== 'HARMONIC_NOC'),
)
/** Add SBOMs to bundles and delete them. */
export const manageSboms = permission('sbom:manage', 'Add and delete SBOMs', roles('ADMIN', 'RELMGR'))
