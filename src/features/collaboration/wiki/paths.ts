import { pagePath } from '#kit/contract/page-path.ts'

/** The wiki of the vendor. */
export const wikiPath = pagePath('/wiki')

/** A page of it. */
export const wikiPagePath = pagePath('/wiki/$pageId', ['q'])

/** The wiki of an account. */
export const accountWikiPath = pagePath('/$account/$accountId/wiki')

/** A page of it. */
export const accountWikiPagePath = pagePath('/$account/$accountId/wiki/$pageId', ['q'])
