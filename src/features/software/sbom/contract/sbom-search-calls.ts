import * as z from 'zod/mini'
import { bundleProblems } from '#features/software/bundles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { ComponentDifference, DifferenceTotals, FoundVersion, SbomMatch, SearchTotals, searchSboms } from './sbom.ts'

const tag = 'SBOMs'
const id = z.string().check(z.maxLength(64))

export const searchComponents = endpoint({
  tag,
  guard: searchSboms,
  name: 'searchComponents',
  method: 'GET',
  url: '/api/sboms/search',
  summary: 'Find a component in every bundle, with the releases and accounts that have it',
  query: listQuery(['created'], {
    /** The begin of a name, then perhaps a version (`openssl 3.0.7`, `group:name:1.2`); a purl; or a CPE. */
    q: z.string().check(z.maxLength(400), z.regex(/\S.*\S/)),
  }),
  reply: z.extend(halList('matches', SbomMatch), {
    /** Whether the question names a component; nothing was searched when it does not. */
    understood: z.boolean(),
    totals: SearchTotals,
    /** The versions of components with that name, whatever version was asked for. */
    versions: z.array(FoundVersion),
  }),
  problems: [],
  csv: true,
})
export const readSbomCoverage = endpoint({
  tag,
  guard: searchSboms,
  name: 'readSbomCoverage',
  method: 'GET',
  url: '/api/sboms/coverage',
  summary: 'Read how many bundles have an SBOM',
  reply: z.object({ bundles: z.int(), withSbom: z.int(), components: z.int() }),
  problems: [],
})
export const compareSboms = endpoint({
  tag,
  guard: searchSboms,
  name: 'compareSboms',
  method: 'GET',
  url: '/api/bundles/{id}/sbom-difference',
  summary: 'Compare the components of a bundle with those of another one',
  params: z.strictObject({ id }),
  query: z.extend(listQuery(['name'], {}, { maximum: 1000, usual: 100 }), {
    /** The other bundle, usually the older one. */
    against: id,
    /** Only changes of this kind; `LICENSE` for another license. */
    kind: z.optional(z.enum(['ADDED', 'REMOVED', 'CHANGED', 'LICENSE'])),
  }),
  reply: z.extend(halList('differences', ComponentDifference), { totals: DifferenceTotals }),
  problems: [bundleProblems['bundle-not-found']],
  csv: true,
})
