import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages, navigation rows and actions of account requests. */
export const { useText: useLabel, text: label } = texts('account-requests', {
  requests: 'Requests',
  'new': 'New request',
  asked: 'Account requests',
})
