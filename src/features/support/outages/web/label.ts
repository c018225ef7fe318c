import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** Labels of the pages, rail rows and menu entries of outages. */
export const { text: label } = texts('outages', en)
