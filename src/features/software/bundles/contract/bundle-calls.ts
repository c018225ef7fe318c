import * as z from 'zod/mini'
import { accountProblems, DeploymentType } from '#features/accounts/accounts/contract.ts'
import { caseProblems } from '#features/support/case-access/contract.ts'
import { Case } from '#features/support/cases/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { askAboutBundles, bundleProblems, manageBundles, readBundles, readEveryBundle } from './bundle-permissions.ts'
import { Bundle, BundleDiff, BundleEntry, ProductName, ProductText } from './bundle-shapes.ts'
import { BundleStatus } from './bundle-state.ts'

const tag = 'Bundles'
const noBundle = bundleProblems['bundle-not-found']
const id = z.string().check(z.maxLength(64))
const byId = z.strictObject({ id })

export const listBundles = endpoint({
  tag,
  guard: readBundles,
  name: 'listBundles',
  method: 'GET',
  url: '/api/bundles',
  summary: 'List bundles, newest first',
  query: listQuery(['created', 'updated', 'name', 'status'], {
    status: z.optional(z.array(BundleStatus)),
    deploymentType: z.optional(z.array(DeploymentType)),
    isContainerized: z.optional(z.boolean()),
    product: z.optional(z.array(ProductText)),
    productVersion: z.optional(z.array(ProductText)),
    nameContains: z.optional(z.string().check(z.maxLength(250))),
    /** Patches of this bundle. */
    parentId: z.optional(id),
    /** False: no patches, they are listed under their parents. */
    isPatch: z.optional(z.boolean()),
    fetchHistory: z.optional(z.boolean()),
  }),
  reply: halList('bundles', Bundle),
  problems: [],
  csv: true,
})
export const createBundle = endpoint({
  tag,
  guard: manageBundles,
  name: 'createBundle',
  method: 'POST',
  url: '/api/bundles',
  summary: 'Create a bundle; with parentId, a patch of that bundle',
  status: 201,
  query: z.strictObject({ parentId: z.optional(id) }),
  body: z.strictObject({
    name: ProductName,
    isContainerized: z.optional(z.boolean()),
    deploymentType: DeploymentType,
    /** Taken from the name unless given. */
    product: z.optional(z.nullable(ProductText)),
    productVersion: z.optional(z.nullable(ProductText)),
  }),
  reply: Bundle,
  problems: [noBundle, bundleProblems['bundle-end-of-life']],
})
export const readBundle = endpoint({
  tag,
  guard: readBundles,
  name: 'readBundle',
  method: 'GET',
  url: '/api/bundles/{id}',
  summary: 'Read a bundle',
  params: byId,
  reply: Bundle,
  problems: [noBundle],
})
export const deleteBundle = endpoint({
  tag,
  guard: manageBundles,
  name: 'deleteBundle',
  method: 'DELETE',
  url: '/api/bundles/{id}',
  summary: 'Delete a bundle without releases and patches',
  params: byId,
  problems: [noBundle, bundleProblems['bundle-has-releases'], bundleProblems['bundle-has-patches']],
})
export const changeBundle = endpoint({
  tag,
  guard: manageBundles,
  name: 'changeBundle',
  method: 'PATCH',
  url: '/api/bundles/{id}/details',
  summary: 'Change the name, deployment type, product or version',
  params: byId,
  body: z.strictObject({
    name: z.optional(ProductName),
    deploymentType: z.optional(DeploymentType),
    product: z.optional(z.nullable(ProductText)),
    productVersion: z.optional(z.nullable(ProductText)),
  }),
  reply: Bundle,
  problems: [noBundle, bundleProblems['bundle-end-of-life']],
})
export const askAboutBundle = endpoint({
  tag,
  guard: askAboutBundles,
  name: 'askAboutBundle',
  method: 'POST',
  url: '/api/bundles/ask-question',
  summary: 'Ask a question about a bundle; files a case of the account',
  status: 201,
  query: z.strictObject({ bundleId: id, accountId: id }),
  body: z.strictObject({ text: z.string().check(z.regex(/\S/), z.maxLength(30_000)) }),
  reply: Case,
  problems: [noBundle, accountProblems['account-not-found'], caseProblems['deployment-missing']],
})
export const readBundleHistory = endpoint({
  tag,
  guard: readEveryBundle,
  name: 'readBundleHistory',
  method: 'GET',
  url: '/api/bundles/{id}/history',
  summary: 'List events of a bundle, its files, notes and releases, newest first',
  params: byId,
  query: listQuery(['at'], {}),
  reply: halList('entries', BundleEntry),
  problems: [noBundle],
})
export const readBundleDiff = endpoint({
  tag,
  guard: readEveryBundle,
  name: 'readBundleDiff',
  method: 'GET',
  url: '/api/bundles/{id}/diff',
  summary: 'Compare the files with another bundle: by default its parent or the previous version',
  params: byId,
  query: z.strictObject({ against: z.optional(id) }),
  reply: BundleDiff,
  problems: [noBundle],
})
