import { texts } from '#kit/contract/texts.ts'

/** Labels of the page and the navigation row of replies by mail. */
export const { useText: useLabel, text: label } = texts('case-replies', {
  replies: 'Mail replies',
})
