import type { CaseExtension } from '#features/support/case-pages/web/index.ts'
import { texts } from '#kit/contract/texts.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'

const { text: label } = texts('rma', {
  kind: 'Hardware return',
  hint: 'Replace or repair a unit',
})

/** Hardware returns: the form of a new one, and its steps in the page of the case. */
export const rmaExtension: CaseExtension = {
  kinds: [
    {
      id: 'return',
      label: () => label('kind'),
      hint: () => label('hint'),
      Form: lazyNamed(() => import('./return-form.tsx'), 'ReturnFormFields'),
    },
  ],
  panels: [
    {
      id: 'return',
      place: 'top',
      applies: ({ type }) => type === 'RMA',
      Panel: lazyNamed(() => import('./return-panel.tsx'), 'ReturnPanel'),
    },
  ],
}
