import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages, navigation rows and actions of join requests. */
export const { useText: useLabel, text: label } = texts('join-requests', {
  joins: 'Join requests',
  landing: 'Join requests',
})
