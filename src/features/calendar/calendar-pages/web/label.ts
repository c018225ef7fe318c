import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** The labels of the calendar's page, navigation item and actions. */
export const { text: label } = texts('calendar-labels', en)
