import { texts } from '#kit/contract/texts.ts'

/** The label of the pages and of the navigation rows. */
export const { useText: useLabel, text: label } = texts('audit-label', {
  audit: 'Audit',
})
