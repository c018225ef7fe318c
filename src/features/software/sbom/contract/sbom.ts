import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { bundleProblems } from '#features/software/bundles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { licenseKinds } from './license-kinds.ts'

/** Read the SBOMs of bundles, and search their components in every bundle. */
export const searchSboms = permission(
  'sbom:search',
  'Read and search SBOMs',
  everyVendorRole.filter(({ role }) => role !== 'HARMONIC_NOC'),
)
/** Add SBOMs to bundles and delete them. */
export const manageSboms = permission('sbom:manage', 'Add and delete SBOMs', roles('ADMIN', 'RELMGR'))

export const sbomProblems = problems({
  'sbom-not-found': { status: 404, text: 'This SBOM was not found.' },
  'sbom-unreadable': { status: 400, text: 'This SBOM cannot be read: {reason}.' },
  'sbom-too-large': { status: 413, text: 'An SBOM may have up to {limit} MB.' },
  'sbom-exists': { status: 409, text: 'The bundle already has this SBOM: {name} is the same file.' },
})

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

const tag = 'SBOMs'
const noBundle = bundleProblems['bundle-not-found']
const id = z.string().check(z.maxLength(64))
const byBundle = z.strictObject({ id })

export const listSboms = endpoint({
  tag,
  guard: searchSboms,
  name: 'listSboms',
  method: 'GET',
  url: '/api/bundles/{id}/sboms',
  summary: 'List the SBOMs of a bundle, newest first',
  params: byBundle,
  query: listQuery(['uploaded'], {}),
  reply: halList('sboms', StoredSbom),
  problems: [noBundle],
})
export const uploadSbom = endpoint({
  tag,
  guard: manageSboms,
  name: 'uploadSbom',
  method: 'POST',
  url: '/api/bundles/{id}/sboms',
  summary: 'Add an SBOM to a bundle: a part file of CycloneDX or SPDX 2 in JSON, at most 64 MB',
  status: 201,
  params: byBundle,
  reply: StoredSbom,
  media: { consumes: 'multipart/form-data' },
  limit: { count: 60, seconds: 60 },
  problems: [
    noBundle,
    bundleProblems['bundle-end-of-life'],
    kitProblems['upload-malformed'],
    sbomProblems['sbom-unreadable'],
    sbomProblems['sbom-too-large'],
    sbomProblems['sbom-exists'],
  ],
})
export const deleteSbom = endpoint({
  tag,
  guard: manageSboms,
  name: 'deleteSbom',
  method: 'DELETE',
  url: '/api/bundles/{id}/sboms/{sbomId}',
  summary: 'Delete an SBOM of a bundle with its components',
  params: z.strictObject({ id, sbomId: id }),
  problems: [noBundle, sbomProblems['sbom-not-found']],
})
export const listSbomComponents = endpoint({
  tag,
  guard: searchSboms,
  name: 'listSbomComponents',
  method: 'GET',
  url: '/api/bundles/{id}/sbom-components',
  summary: 'List the components of a bundle by name, from all its SBOMs',
  params: byBundle,
  query: listQuery(
    ['name'],
    {
      /** In the name or the purl. */
      contains: z.optional(z.string().check(z.maxLength(200))),
      /** Exactly this license; empty for components that state none. */
      license: z.optional(z.string().check(z.maxLength(500))),
    },
    { maximum: 1000, usual: 100 },
  ),
  reply: halList('components', SbomComponent),
  problems: [noBundle],
  csv: true,
})
export const listSbomLicenses = endpoint({
  tag,
  guard: searchSboms,
  name: 'listSbomLicenses',
  method: 'GET',
  url: '/api/bundles/{id}/sbom-licenses',
  summary: 'List the licenses of the components of a bundle, the most frequent first',
  params: byBundle,
  query: listQuery(['components'], {}, { usual: 200 }),
  reply: halList('licenses', LicenseCount),
  problems: [noBundle],
  csv: true,
})
