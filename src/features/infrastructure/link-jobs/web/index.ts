import { texts } from '#kit/contract/texts.ts'
import { IconServer2 } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { readLinkJobs } from '../contract/link.ts'
import { linkJobsPath } from '../paths.ts'

const { text: label } = texts('link-jobs-labels', {
  infrastructure: 'Infrastructure',
  links: 'Link jobs',
})

const guard = { only: [readLinkJobs] }

/** Link jobs of an account, and the section of the navigation that infrastructure has. */
export const linkJobsWeb: FeatureWeb = {
  name: 'link-jobs',
  pages: [
    {
      path: linkJobsPath,
      label: () => label('links'),
      guard,
      load: async () => ({ Page: (await import('./links-page.tsx')).LinksPage }),
    },
  ],
  rail: [
    {
      id: 'infrastructure',
      section: 'main',
      order: 7.5,
      label: () => label('infrastructure'),
      icon: IconServer2,
      guard,
      to: (account) => account && linkJobsPath({ account }),
    },
    {
      id: 'infrastructure-links',
      parent: 'infrastructure',
      section: 'main',
      order: 1,
      label: () => label('links'),
      guard,
      to: (account) => account && linkJobsPath({ account }),
    },
  ],
}
