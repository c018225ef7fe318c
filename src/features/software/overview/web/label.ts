import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** The labels of the page and the navigation item of the software overview. */
export const { text: label } = texts('software-overview-labels', en)
