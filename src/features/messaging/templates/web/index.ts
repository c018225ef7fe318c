import type { FeatureWeb } from '#kit/web/pages.ts'
import { manageTemplates } from '../contract/template.ts'
import { templatePath, templatesPath } from '../paths.ts'
import { label } from './label.ts'

/** For pages of those who edit templates. */
export const templateGuard = { only: [manageTemplates] }

/** Templates of announcements. */
export const templatesWeb: FeatureWeb = {
  name: 'templates',
  pages: [
    {
      path: templatesPath,
      label: () => label('templates'),
      guard: templateGuard,
      load: async () => ({ Page: (await import('./templates-page.tsx')).TemplatesPage }),
    },
    {
      path: templatePath,
      label: () => label('template'),
      guard: templateGuard,
      load: async () => ({ Page: (await import('./template-page.tsx')).TemplatePage }),
    },
  ],
  rail: [
    {
      id: 'templates',
      parent: 'announcements',
      section: 'administration',
      order: 7,
      label: () => label('templates'),
      guard: templateGuard,
      to: () => templatesPath(),
    },
  ],
}
