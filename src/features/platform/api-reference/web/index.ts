import { IconApi } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { apiReferencePath } from '../paths.ts'
import { label } from './label.ts'

/** The browsable reference of the API. */
export const apiReferenceWeb: FeatureWeb = {
  name: 'api-reference',
  pages: [
    {
      path: apiReferencePath,
      label: () => label('page'),
      load: async () => ({ Page: (await import('./api-reference-page.tsx')).ApiReferencePage }),
    },
  ],
  actions: [
    { id: 'api-reference', label: () => label('action'), icon: IconApi, run: ({ go }) => go(apiReferencePath()) },
  ],
}
