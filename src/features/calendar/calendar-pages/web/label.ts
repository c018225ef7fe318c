import { texts } from '#kit/contract/texts.ts'

/** The labels of the calendar's page, navigation item and actions. */
export const { text: label } = texts('calendar-labels', {
  calendar: 'Calendar',
})
