import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** Labels of the pages and rail rows of the outage detector. */
export const { text: label } = texts('detector', en)
