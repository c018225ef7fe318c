import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Read the SBOMs of bundles, and search their components in every bundle. */
export const searchSboms = permission(
  'sbom:search',
  everyVendorRole.filter(({ role }) => role !== 'HARMONIC_NOC'),
)
/** Add SBOMs to bundles and delete them. */
export const manageSboms = permission('sbom:manage', roles('ADMIN', 'RELMGR'))
