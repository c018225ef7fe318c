import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** What the pages, rail rows and actions of system are called. */
export const { text: label } = texts('system', en)
