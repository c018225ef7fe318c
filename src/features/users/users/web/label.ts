import { texts } from '#kit/contract/texts.ts'

/** Labels of the pages, navigation rows and actions of users. */
export const { useText: useLabel, text: label } = texts('users', {
  profile: 'Your profile',
  logbook: 'Your activity log',
  welcome: 'Welcome',
})
