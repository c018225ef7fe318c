import { texts } from '#kit/contract/texts.ts'

/** The label of the page of the portal's settings. */
export const { useText: useLabel, text: label } = texts('settings', {
  page: 'Portal settings',
})
