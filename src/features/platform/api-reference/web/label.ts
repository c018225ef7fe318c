import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages, navigation rows and actions of the API reference. */
export const { useText: useLabel, text: label } = texts('api-reference', {
  page: 'API reference',
  action: 'Open the API reference',
})
