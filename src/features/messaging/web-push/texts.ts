import { texts } from '#kit/contract/texts.ts'

/** The texts of notifications in the browser. */
export const { useText } = texts('web-push', {
  title: 'Notifications of this browser',
  text: 'Announcements appear on this device also while no page of the portal is open. They show the title only.',
  on: 'Switch on',
  off: 'Switch off',
  isOn: 'This browser gets notifications.',
  switchedOn: 'This browser gets notifications',
  switchedOff: 'This browser gets no more notifications',
  blocked: 'The browser blocks notifications of this site. Allow them in its settings, then try again.',
  failed: 'The browser could not subscribe: {reason}',
})
