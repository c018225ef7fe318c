import * as z from 'zod/mini'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { licenseKinds } from './license-kinds.ts'

const LicenseKind = z.enum(licenseKinds)
export type LicenseKind = z.output<typeof LicenseKind>

/** A software bill of materials of a bundle. */
export const StoredSbom = z.object({
  id: z.string(),
  bundleId: z.string(),
  format: z.enum(['CYCLONEDX', 'SPDX']),
  specVersion: z.string(),
  /** The name of the file. */
  name: z.string(),
  size: z.int(),
  /** SHA-256, hexadecimal. */
  digest: z.string(),
  components: z.int(),
  uploaded: z.iso.datetime(),
  uploadedBy: z.nullable(UserRef),
})
export type StoredSbom = z.output<typeof StoredSbom>

const component = {
  name: z.string(),
  /** Empty when the SBOM states none. */
  version: z.string(),
  /** An SPDX expression, or the text of the SBOM; null when it states none. */
  license: z.nullable(z.string()),
  purl: z.nullable(z.string()),
}

/** A component of a bundle. */
export const SbomComponent = z.object({ ...component, licenseKind: LicenseKind, sbom: z.string() })
export type SbomComponent = z.output<typeof SbomComponent>

/** An account with a release of a bundle. */
const BundleAccount = z.object({
  name: z.string(),
  accountId: z.string(),
  displayName: z.string(),
  releaseId: z.string(),
  releaseName: z.string(),
  /** How far the account is with it; the deployments report which version runs. */
  state: z.enum(['DEPLOYED', 'DOWNLOADED', 'ASSIGNED']),
})
export type BundleAccount = z.output<typeof BundleAccount>

/** A component that a search found in a bundle, and the accounts with a release of that bundle. */
export const SbomMatch = z.object({
  id: z.string(),
  bundle: z.object({ id: z.string(), name: z.string(), status: z.string(), created: z.iso.datetime() }),
  component: z.object(component),
  sbom: z.string(),
  accounts: z.array(BundleAccount),
  /** The next bundle of the product that no longer has this version of the component. */
  goneSince: z.nullable(z.object({ id: z.string(), name: z.string(), version: z.nullable(z.string()) })),
})
export type SbomMatch = z.output<typeof SbomMatch>

/** What a search found in all. */
export const SearchTotals = z.object({
  bundles: z.int(),
  releases: z.int(),
  accounts: z.int(),
  /** Accounts with deployments that report the version of one of the bundles. */
  running: z.int(),
})

/** A version of a component, and the number of bundles that have it. */
export const FoundVersion = z.object({ name: z.string(), version: z.string(), bundles: z.int() })

/** A license of a bundle, and the number of components under it. */
export const LicenseCount = z.object({ license: z.nullable(z.string()), kind: LicenseKind, components: z.int() })

/** A difference of a bundle's components from another bundle's; several versions of a name are joined by commas. */
export const ComponentDifference = z.object({
  name: z.string(),
  kind: z.enum(['ADDED', 'REMOVED', 'CHANGED']),
  versionBefore: z.nullable(z.string()),
  version: z.nullable(z.string()),
  licenseBefore: z.nullable(z.string()),
  license: z.nullable(z.string()),
  licenseChanged: z.boolean(),
})
export type ComponentDifference = z.output<typeof ComponentDifference>

export const DifferenceTotals = z.object({
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  /** Of the changed ones, those with another license. */
  licenses: z.int(),
  same: z.int(),
})
