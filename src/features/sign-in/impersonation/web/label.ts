import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** Labels of the pages, rail rows and actions of impersonation. */
export const { text: label } = texts('impersonation', en)
