import * as z from 'zod/mini'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { PageAudience } from './wiki.ts'

/** `data` has `pageId`, `what` (the title) and `readers`: the audience before and after, null where there is no page. */
export const pageCreated = defineEvent('wiki-page.created', {
  audience: 'account',
  text: 'created the wiki page {subject}',
  data: { pageId: z.int(), what: z.string(), readers: z.tuple([z.nullable(PageAudience), z.nullable(PageAudience)]) },
})
export const pageEdited = defineEvent('wiki-page.edited', {
  audience: 'account',
  text: 'edited the wiki page {subject}',
  data: {
    pageId: z.int(),
    what: z.string(),
    readers: z.tuple([z.nullable(PageAudience), z.nullable(PageAudience)]),
    subpages: z.optional(z.array(z.unknown())),
    changes: z.optional(changesTo({ parentId: z.int() })),
    revision: z.optional(z.int()),
  },
})
export const pageDeleted = defineEvent('wiki-page.deleted', {
  audience: 'account',
  text: 'deleted the wiki page {subject}',
  data: {
    pageId: z.int(),
    what: z.string(),
    readers: z.tuple([z.nullable(PageAudience), z.nullable(PageAudience)]),
    subpages: z.optional(z.array(z.int())),
  },
})
/** The same for vendor staff: of shared pages, and of pages that only staff read before or after. */
export const staffPageCreated = defineEvent('wiki-page.created-by-vendor', {
  audience: 'vendor',
  text: 'created the wiki page {subject}',
  data: { pageId: z.int(), what: z.string(), readers: z.tuple([z.nullable(PageAudience), z.nullable(PageAudience)]) },
})
export const staffPageEdited = defineEvent('wiki-page.edited-by-vendor', {
  audience: 'vendor',
  text: 'edited the wiki page {subject}',
  data: {
    pageId: z.int(),
    what: z.string(),
    readers: z.tuple([z.nullable(PageAudience), z.nullable(PageAudience)]),
    subpages: z.optional(z.array(z.int())),
    changes: z.optional(changesTo({ title: z.string(), audience: z.string() })),
    revision: z.optional(z.int()),
  },
})
export const staffPageDeleted = defineEvent('wiki-page.deleted-by-vendor', {
  audience: 'vendor',
  text: 'deleted the wiki page {subject}',
  data: { pageId: z.int(), what: z.string(), readers: z.tuple([z.nullable(PageAudience), z.nullable(PageAudience)]) },
})

/**
 * Copies of pages of an outside system were stored or removed. `data` has `what` (the system), `saved` and `removed`
 * (numbers) and `readers`.
 */
export const wikiMirrored = defineEvent('wiki.mirrored', {
  audience: 'account',
  text: 'copied pages from {subject}',
  data: {
    what: z.string(),
    saved: z.int(),
    removed: z.int(),
    readers: z.tuple([z.nullable(PageAudience), z.nullable(PageAudience)]),
  },
})
export const staffWikiMirrored = defineEvent('wiki.mirrored-by-vendor', {
  audience: 'vendor',
  text: 'copied pages from {subject}',
  data: {
    what: z.string(),
    saved: z.int(),
    removed: z.int(),
    readers: z.tuple([z.nullable(PageAudience), z.nullable(PageAudience)]),
  },
})
