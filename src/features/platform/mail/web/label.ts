import { texts } from '#kit/contract/texts.ts'

/** Labels of the page and the navigation row of mail. */
export const { useText: useLabel, text: label } = texts('mail', {
  mail: 'Mail',
})
