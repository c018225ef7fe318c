import * as z from 'zod/mini'
import { bundleProblems } from '#features/software/bundles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { byId, id, url } from './release-address.ts'
import { approveReleases, releaseProblems, retryReleases } from './release-permissions.ts'
import { BundleRelease } from './release-shapes.ts'

const tag = 'Releases'
const noRelease = releaseProblems['release-not-found']
const heldBundle = [bundleProblems['bundle-on-hold'], bundleProblems['bundle-end-of-life']] as const

export const approveRelease = endpoint({
  tag,
  guard: approveReleases,
  forbiddenWhileImpersonating: true,
  name: 'approveRelease',
  method: 'POST',
  url: `${url}/approve`,
  summary: 'Approve: check, sign and deliver, as a job with visible steps',
  query: z.strictObject({ bundleReleaseId: id }),
  reply: BundleRelease,
  problems: [
    noRelease,
    ...heldBundle,
    releaseProblems['self-approval-forbidden'],
    releaseProblems['release-already-approved'],
    releaseProblems['release-rejected'],
  ],
})
export const rejectRelease = endpoint({
  tag,
  guard: approveReleases,
  forbiddenWhileImpersonating: true,
  name: 'rejectRelease',
  method: 'POST',
  url: `${url}/{id}/reject`,
  summary: 'Reject with a note to the creator: the release stays RELEASED and can never be approved',
  params: byId,
  body: z.strictObject({ note: z.string().check(z.regex(/\S/), z.maxLength(2000)) }),
  reply: BundleRelease,
  problems: [noRelease, releaseProblems['release-already-approved'], releaseProblems['release-rejected']],
})
const retryProblems = [
  noRelease,
  ...heldBundle,
  releaseProblems['release-not-approved'],
  releaseProblems['release-not-failed'],
] as const
export const retryRelease = endpoint({
  tag,
  guard: retryReleases,
  forbiddenWhileImpersonating: true,
  name: 'retryRelease',
  method: 'POST',
  url: `${url}/{id}/retry`,
  summary: 'Retry from the failed step',
  params: byId,
  reply: BundleRelease,
  problems: retryProblems,
})
export const retrySignature = endpoint({
  tag,
  guard: retryReleases,
  forbiddenWhileImpersonating: true,
  name: 'retrySignature',
  method: 'POST',
  url: `${url}/signature/{id}/retry`,
  summary: 'Sign again after signing or a later step failed',
  params: byId,
  reply: BundleRelease,
  problems: [...retryProblems, releaseProblems['release-step-not-failed']],
})
