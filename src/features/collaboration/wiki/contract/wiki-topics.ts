import * as z from 'zod/mini'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { topic } from '#kit/contract/topic.ts'
import { readWiki } from './wiki-permissions.ts'

/** What happened to a page; without its title or text: pages fetch these. */
const WikiFact = z.object({
  event: z.enum(['created', 'edited', 'deleted', 'mirrored']),
  /** Absent when copies of an outside system changed. */
  pageId: z.optional(z.string()),
})

export const wikiChanged = topic({
  destination: '/topic/wiki/{account}',
  summary: 'A page of the account changed that its users read',
  guard: readWiki,
  message: WikiFact,
})
/** A destination of its own: customers do not even learn that an internal page exists. */
export const internalWikiChanged = topic({
  destination: '/topic/wiki/{account}/internal',
  summary: 'A page of the account changed that only vendor staff read',
  guard: seeInternal,
  message: WikiFact,
})
export const sharedWikiChanged = topic({
  destination: '/user/topic/wiki-shared',
  own: 'everyone',
  summary: 'A shared page changed',
  guard: readWiki,
  message: WikiFact,
})
export const internalSharedWikiChanged = topic({
  destination: '/user/topic/wiki-shared-internal',
  own: 'everyone',
  summary: 'A shared page changed that only vendor staff read',
  guard: seeInternal,
  message: WikiFact,
})
