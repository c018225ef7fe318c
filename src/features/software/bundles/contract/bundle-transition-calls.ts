import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { bundleProblems, endBundles, holdBundles } from './bundle-permissions.ts'
import { Bundle } from './bundle-shapes.ts'

const tag = 'Bundles'
const noBundle = bundleProblems['bundle-not-found']
const id = z.string().check(z.maxLength(64))
const byId = z.strictObject({ id })
const reason = z.optional(z.string().check(z.maxLength(1000)))

export const holdBundle = endpoint({
  tag,
  guard: holdBundles,
  name: 'holdBundle',
  method: 'POST',
  url: '/api/bundles/{id}/hold',
  summary: 'Put on hold: no release actions until the hold is removed',
  params: byId,
  body: z._default(
    z.optional(
      z.strictObject({
        reason,
        /** Downloads of delivered releases are blocked too. */ withdrawDownloads: z.optional(z.boolean()),
      }),
    ),
    {},
  ),
  reply: Bundle,
  problems: [noBundle, bundleProblems['bundle-transition-not-allowed']],
})
export const unholdBundle = endpoint({
  tag,
  guard: holdBundles,
  name: 'unholdBundle',
  method: 'POST',
  url: '/api/bundles/{id}/unhold',
  summary: 'Remove the hold',
  params: byId,
  reply: Bundle,
  problems: [noBundle, bundleProblems['bundle-transition-not-allowed']],
})
export const moveBundleToEol = endpoint({
  tag,
  guard: endBundles,
  name: 'moveBundleToEol',
  method: 'POST',
  url: '/api/bundles/move-to-eol',
  summary: 'Move to end of life; the bundle can no longer be changed',
  query: z.strictObject({ bundleId: id }),
  body: z._default(z.optional(z.strictObject({ reason })), {}),
  reply: Bundle,
  problems: [noBundle, bundleProblems['bundle-transition-not-allowed']],
})
