import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** The label of the page and the navigation item of verification. */
export const { text: label } = texts('receipt-labels', en)
