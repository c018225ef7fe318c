import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages, navigation rows and actions of the dashboards. */
export const { useText: useLabel, text: label } = texts('dashboard', {
  home: 'Dashboard',
  account: 'Dashboard',
  choose: 'Accounts',
  rail: {
    dashboard: 'Dashboard',
  },
  chooseAccount: 'Choose an account',
})
