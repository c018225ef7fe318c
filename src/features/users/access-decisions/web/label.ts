import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** Labels of the pages, navigation rows and actions of access decisions. */
export const { text: label } = texts('access-decisions', en)
