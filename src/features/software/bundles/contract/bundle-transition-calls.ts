import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { bundleProblems, endBundles, holdBundles } from './bundle-permissions.ts'
import { Bundle } from './bundle-shapes.ts'

const tag = 'Bundles'
const missing = bundleProblems['bundle-not-found']
const id = z.string().check(z.maxLength(64))
const byId = z.strictObject({ id })
const reason = z.optional(z.string().check(z.maxLength(1000)))

export const holdBundle = endpoint({
  tag,
  guard: holdBundles,
  name: 'holdBundle',
  method: 'POST',
  url: '/api/bundles/{id}/hold',
  summary: 'Put on hold: no release action until it is taken off',
  params: byId,
  body: z._default(
    z.optional(
      z.strictObject({
        reason,
        /** Delivered releases cannot be downloaded either. */ withdrawDownloads: z.optional(z.boolean()),
      }),
    ),
    {},
  ),
  reply: Bundle,
  problems: [missing, bundleProblems['bundle-transition-not-allowed']],
})
export const unholdBundle = endpoint({
  tag,
  guard: holdBundles,
  name: 'unholdBundle',
  method: 'POST',
  url: '/api/bundles/{id}/unhold',
  summary: 'Take off hold',
  params: byId,
  reply: Bundle,
  problems: [missing, bundleProblems['bundle-transition-not-allowed']],
})
export const moveBundleToEol = endpoint({
  tag,
  guard: endBundles,
  name: 'moveBundleToEol',
  method: 'POST',
  url: '/api/bundles/move-to-eol',
  summary: 'Move to its end of life; it cannot be changed any more',
  query: z.strictObject({ bundleId: id }),
  body: z._default(z.optional(z.strictObject({ reason })), {}),
  reply: Bundle,
  problems: [missing, bundleProblems['bundle-transition-not-allowed']],
})
