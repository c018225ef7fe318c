import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages, navigation rows and actions of accounts. */
export const { useText: useLabel, text: label } = texts('account-pages', {
  accounts: 'Accounts',
  'new': 'New account',
  profile: 'Account settings',
})
