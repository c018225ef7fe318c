import { IconBook } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { readWiki } from '../contract/wiki.ts'
import { accountWikiPagePath, accountWikiPath, wikiPagePath, wikiPath } from '../paths.ts'
import { label } from './label.ts'
import { wikiAt } from './wiki-address.ts'

const wikiEntry = { label: () => label('wiki'), guard: { only: [readWiki] } }
const page = { ...wikiEntry, load: async () => ({ Page: (await import('./wiki-page.tsx')).WikiPages }) }

/** The wiki: the shared pages, and those of an account. */
export const wikiWeb: FeatureWeb = {
  name: 'wiki',
  pages: [
    { ...page, path: wikiPath },
    { ...page, path: wikiPagePath },
    { ...page, path: accountWikiPath },
    { ...page, path: accountWikiPagePath },
  ],
  rail: [
    {
      ...wikiEntry,
      id: 'wiki',
      section: 'main',
      order: 11,
      icon: IconBook,
      to: wikiAt,
    },
  ],
}
