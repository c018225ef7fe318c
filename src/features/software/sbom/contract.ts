export { licenseKinds } from './contract/license-kinds.ts'
export { deleteSbom, listSbomComponents, listSbomLicenses, listSboms, uploadSbom } from './contract/sbom-calls.ts'
export { sbomAdded, sbomDeleted } from './contract/sbom-events.ts'
export { manageSboms, searchSboms } from './contract/sbom-permissions.ts'
export { sbomProblems } from './contract/sbom-problems.ts'
export { compareSboms, readSbomCoverage, searchComponents } from './contract/sbom-search-calls.ts'
export type {
  BundleAccount,
  ComponentDifference,
  LicenseKind,
  SbomComponent,
  SbomMatch,
  StoredSbom,
} from './contract/sbom-shapes.ts'
