import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** What the pages, rail rows and menu entries of outages are called. */
export const { text: label } = texts('outages', en)
