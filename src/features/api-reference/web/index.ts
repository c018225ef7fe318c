import { IconApi } from '@tabler/icons-react'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { text } from './text.ts'

/** The browsable reference of the API. */
export const apiReferenceWeb: FeatureWeb = {
  name: 'api-reference',
  pages: [
    {
      path: '/api/docs',
      label: () => text('label'),
      load: async () => ({ Page: (await import('./api-reference-page.tsx')).ApiReferencePage }),
    },
  ],
  actions: [{ id: 'api-reference', label: () => text('action'), icon: IconApi, run: ({ go }) => go('/api/docs') }],
}
