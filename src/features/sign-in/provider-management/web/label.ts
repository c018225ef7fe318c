import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages, rail rows and actions of provider management. */
export const { useText: useLabel, text: label } = texts('provider-management', {
  page: 'Identity providers',
})
