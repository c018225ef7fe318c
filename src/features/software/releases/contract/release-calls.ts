import * as z from 'zod/mini'
import { accountProblems, DeploymentType } from '#features/accounts/accounts/contract.ts'
import { bundleProblems, ProductName } from '#features/software/bundles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { afterPage, halList, listQuery } from '#kit/contract/hal.ts'
import { byId, id, url } from './release-address.ts'
import { createReleases, deleteReleases, readReleases, releaseProblems } from './release-permissions.ts'
import { BundleRelease, ReleaseAccount, ReleaseChanges } from './release-shapes.ts'

const tag = 'Releases'
const noRelease = releaseProblems['release-not-found']
const heldBundle = [bundleProblems['bundle-on-hold'], bundleProblems['bundle-end-of-life']] as const

export const listReleases = endpoint({
  tag,
  guard: readReleases,
  name: 'listReleases',
  method: 'GET',
  url,
  summary: 'List releases, newest first; customers see only releases delivered to them',
  query: listQuery(
    ['created', 'name', 'delivered', 'account'],
    {
      ...afterPage,
      bundleId: z.optional(id),
      /** True: delivered; false: not yet. */
      isApproved: z.optional(z.boolean()),
      /** True: rejected by an approver; false: not rejected. */
      isRejected: z.optional(z.boolean()),
      account: z.optional(z.array(z.string().check(z.maxLength(32)))),
      deploymentType: z.optional(z.array(DeploymentType)),
      nameContains: z.optional(z.string().check(z.maxLength(250))),
    },
    { maximum: 10_000 },
  ),
  reply: halList('releases', BundleRelease),
  problems: [],
  csv: true,
})
export const createRelease = endpoint({
  tag,
  guard: createReleases,
  name: 'createRelease',
  method: 'POST',
  url,
  summary: 'Release a bundle to an account; freezes its current components',
  status: 201,
  query: z.strictObject({ bundleId: id }),
  body: z.strictObject({
    name: ProductName,
    account: z.string().check(z.maxLength(32)),
    /** Release note in Markdown: its account reads it once the release is delivered. */
    note: z.optional(z.string().check(z.regex(/\S/), z.maxLength(32_767))),
    /** It fixes a vulnerability: its downloads are never rejected for a plan. */
    isSecurity: z.optional(z.boolean()),
  }),
  reply: BundleRelease,
  problems: [
    bundleProblems['bundle-not-found'],
    ...heldBundle,
    accountProblems['account-not-found'],
    releaseProblems['release-bundle-empty'],
    releaseProblems['release-component-not-in-storage'],
  ],
})
export const listReleaseAccounts = endpoint({
  tag,
  guard: createReleases,
  name: 'listReleaseAccounts',
  method: 'GET',
  url: `${url}/accounts`,
  summary: 'List the accounts that a bundle can be released to, each with its current release of that deployment type',
  query: listQuery(['displayName', 'account'], { bundleId: id, q: z.optional(z.string().check(z.maxLength(200))) }),
  reply: halList('accounts', ReleaseAccount),
  problems: [bundleProblems['bundle-not-found']],
})
export const readRelease = endpoint({
  tag,
  guard: readReleases,
  name: 'readRelease',
  method: 'GET',
  url: `${url}/{id}`,
  summary: 'Read a release',
  params: byId,
  reply: BundleRelease,
  problems: [noRelease],
})
export const deleteRelease = endpoint({
  tag,
  guard: deleteReleases,
  name: 'deleteRelease',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Delete a release',
  params: byId,
  problems: [noRelease, releaseProblems['release-in-progress']],
})
export const readReleaseChanges = endpoint({
  tag,
  guard: readReleases,
  name: 'readReleaseChanges',
  method: 'GET',
  url: `${url}/{id}/changes`,
  summary: 'Compare with the current release of the account',
  params: byId,
  reply: ReleaseChanges,
  problems: [noRelease],
})
