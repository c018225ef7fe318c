import * as z from 'zod/mini'
import { defineEvent } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'
import { readEveryBundle } from './bundle-permissions.ts'

export const bundleCreated = defineEvent('bundle.created', 'vendor')
export const bundleUpdated = defineEvent('bundle.updated', 'vendor')
export const bundleMoved = defineEvent('bundle.status-changed', 'vendor', 'bundle.moved')
export const bundleDeleted = defineEvent('bundle.deleted', 'vendor')
export const fileAdded = defineEvent('bundle.file-added', 'vendor')
export const fileUpdated = defineEvent('bundle.file-updated', 'vendor')
/** Malware was found in a file; it is withheld. */
export const componentQuarantined = defineEvent('bundle.file-quarantined', 'vendor')
export const fileDeleted = defineEvent('bundle.file-deleted', 'vendor')
export const bundleAsked = defineEvent('bundle.question-asked', 'account', 'bundle.asked')

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
