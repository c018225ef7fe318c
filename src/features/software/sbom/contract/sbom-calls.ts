import * as z from 'zod/mini'
import { bundleProblems } from '#features/software/bundles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { manageSboms, searchSboms } from './sbom-permissions.ts'
import { sbomProblems } from './sbom-problems.ts'
import { LicenseCount, SbomComponent, StoredSbom } from './sbom-shapes.ts'

const tag = 'SBOMs'
const missing = bundleProblems['bundle-not-found']
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
  problems: [missing],
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
    missing,
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
  problems: [missing, sbomProblems['sbom-not-found']],
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
  problems: [missing],
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
  problems: [missing],
  csv: true,
})
