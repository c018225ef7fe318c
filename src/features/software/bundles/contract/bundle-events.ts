import * as z from 'zod/mini'
import { DeploymentType } from '#features/accounts/accounts/contract.ts'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'
import { readEveryBundle } from './bundle-permissions.ts'
import { BundleStatus } from './bundle-state.ts'

export const bundleCreated = defineEvent('bundle.created', {
  audience: 'vendor',
  text: 'created {subject}',
  data: {
    parentId: z.optional(z.nullable(z.int())),
    name: z.optional(z.string()),
    deploymentType: z.optional(DeploymentType),
    isContainerized: z.optional(z.boolean()),
    product: z.optional(z.nullable(z.string())),
    productVersion: z.optional(z.nullable(z.string())),
  },
})
export const bundleUpdated = defineEvent('bundle.updated', {
  audience: 'vendor',
  text: 'changed {subject}',
  data: {
    changes: changesTo({
      name: z.string(),
      deploymentType: DeploymentType,
      product: z.string(),
      productVersion: z.string(),
    }),
  },
})
export const bundleMoved = defineEvent('bundle.status-changed', {
  audience: 'vendor',
  text: 'changed the status of {subject}',
  data: { changes: changesTo({ reason: z.string(), status: BundleStatus }), withdrawDownloads: z.boolean() },
})
export const bundleDeleted = defineEvent('bundle.deleted', {
  audience: 'vendor',
  text: 'deleted {subject}',
  data: { what: z.string() },
})
export const fileAdded = defineEvent('bundle.file-added', {
  audience: 'vendor',
  text: 'added {subject}',
  data: { what: z.string(), digest: z.nullable(z.string()), size: z.optional(z.int()) },
})
export const fileUpdated = defineEvent('bundle.file-updated', {
  audience: 'vendor',
  text: 'changed {subject}',
  data: {
    what: z.string(),
    changes: z.optional(changesTo({ fileName: z.string() })),
    digest: z.optional(z.string()),
    size: z.optional(z.int()),
  },
})
/** Malware was found in a file; it is withheld. */
export const componentQuarantined = defineEvent('bundle.file-quarantined', {
  audience: 'vendor',
  text: 'quarantined {subject}',
  data: { what: z.string(), digest: z.nullable(z.string()), found: z.string() },
})
export const fileDeleted = defineEvent('bundle.file-deleted', {
  audience: 'vendor',
  text: 'removed {subject}',
  data: { what: z.string() },
})
export const bundleAsked = defineEvent('bundle.question-asked', {
  audience: 'account',
  text: 'asked about {subject}',
  data: { what: z.string() },
})

/** Every type of a bundle's event begins like this; its page refreshes on each of them. */
export const BUNDLE_EVENTS = 'bundle.'

/** The content of a live message of a bundle's history; open pages refetch. */
const BundleMessage = z.object({
  name: z.string(),
  bundleId: z.string(),
  releaseId: z.nullable(z.string()),
  account: z.nullable(z.string()),
  what: z.nullable(z.string()),
  by: z.nullable(z.string()),
})

/** Events of bundles, their files, notes and releases, for all vendor staff who may read them. */
export const bundleHistoryRecorded = topic({
  destination: '/user/topic/audit/server/bundle-history',
  own: 'everyone',
  summary: 'A bundle, its files, notes or releases changed',
  guard: readEveryBundle,
  message: BundleMessage,
})
