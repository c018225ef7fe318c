import { texts } from '#kit/contract/texts.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { configureBuilds } from '../contract.ts'
import { buildsPath } from '../paths.ts'

const { text: label } = texts('build-automation-labels', {
  build: 'Build automation',
})

const guard = { only: [configureBuilds] }

/** The build automation of an account. */
export const buildAutomationWeb: FeatureWeb = {
  name: 'build-automation',
  pages: [
    {
      path: buildsPath,
      label: () => label('build'),
      guard,
      load: async () => ({ Page: (await import('./build-page.tsx')).BuildPage }),
    },
  ],
  rail: [
    {
      id: 'infrastructure-build',
      parent: 'infrastructure',
      section: 'main',
      order: 2,
      label: () => label('build'),
      guard,
      to: (account) => account && buildsPath({ account }),
    },
  ],
}
