import { IconTemplate } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { manageTemplates } from '../contract/template-permissions.ts'
import { label } from './label.ts'

export { InputFields } from './lazy-parts.tsx'

const guard = { only: [manageTemplates] }

/** Templates of announcements. */
export const templatesWeb: FeatureWeb = {
  name: 'templates',
  pages: [
    {
      path: '/admin/templates',
      label: () => label('templates'),
      guard,
      load: async () => ({ Page: (await import('./templates-page.tsx')).TemplatesPage }),
    },
    {
      path: '/admin/templates/$templateId',
      label: () => label('template'),
      guard,
      load: async () => ({ Page: (await import('./template-page.tsx')).TemplatePage }),
    },
  ],
  rail: [
    {
      id: 'templates',
      section: 'administration',
      order: 7,
      label: () => label('templates'),
      icon: IconTemplate,
      guard,
      to: () => '/admin/templates',
    },
  ],
}
