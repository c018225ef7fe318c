import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** The label of the page and its rail row. */
export const { text: label } = texts('analytics-plan-labels', en)
