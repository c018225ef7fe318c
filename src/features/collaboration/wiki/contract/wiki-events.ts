import { defineEvent } from '#kit/contract/event.ts'

/** `data` has `pageId`, `what` (the title) and `readers`: the audience before and after, null where there is no page. */
export const pageCreated = defineEvent('wiki-page.created', 'account')
export const pageEdited = defineEvent('wiki-page.edited', 'account')
export const pageDeleted = defineEvent('wiki-page.deleted', 'account')
/** The same for vendor staff: of shared pages, and of pages that only staff read before or after. */
export const staffPageCreated = defineEvent('wiki-page.created-by-vendor', 'vendor')
export const staffPageEdited = defineEvent('wiki-page.edited-by-vendor', 'vendor')
export const staffPageDeleted = defineEvent('wiki-page.deleted-by-vendor', 'vendor')

/**
 * Copies of pages of an outside system were stored or removed. `data` has `what` (the system), `saved` and `removed`
 * (numbers) and `readers`.
 */
export const wikiMirrored = defineEvent('wiki.mirrored', 'account')
export const staffWikiMirrored = defineEvent('wiki.mirrored-by-vendor', 'vendor')
