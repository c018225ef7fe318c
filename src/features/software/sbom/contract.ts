export { licenseKinds } from './contract/license-kinds.ts'
export {
  type BundleAccount,
  type ComponentDifference,
  deleteSbom,
  type LicenseKind,
  listSbomComponents,
  listSbomLicenses,
  listSboms,
  manageSboms,
  type SbomComponent,
  type SbomMatch,
  type StoredSbom,
  sbomProblems,
  searchSboms,
  uploadSbom,
} from './contract/sbom.ts'
export { sbomAdded, sbomDeleted } from './contract/sbom-events.ts'
export { compareSboms, readSbomCoverage, searchComponents } from './contract/sbom-search-calls.ts'
