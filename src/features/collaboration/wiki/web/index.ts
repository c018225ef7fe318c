import { IconBook } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { accountPath } from '#kit/web/who/account.tsx'
import { readWiki } from '../contract/wiki.ts'
import { label } from './label.ts'

const shared = { label: () => label('wiki'), guard: { only: [readWiki] } }
const page = { ...shared, load: async () => ({ Page: (await import('./wiki-page.tsx')).WikiPages }) }

/** The wiki: the shared pages, and those of an account. */
export const wikiWeb: FeatureWeb = {
  name: 'wiki',
  pages: [
    { ...page, path: '/wiki' },
    { ...page, path: '/wiki/$pageId' },
    { ...page, path: '/$account/$accountId/wiki' },
    { ...page, path: '/$account/$accountId/wiki/$pageId' },
  ],
  rail: [
    {
      ...shared,
      id: 'wiki',
      section: 'main',
      order: 11,
      icon: IconBook,
      to: (account) => `${account ? accountPath(account) : ''}/wiki`,
    },
  ],
}
