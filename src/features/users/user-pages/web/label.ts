import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** Labels of the pages, navigation rows and actions of user management. */
export const { text: label } = texts('user-pages', en)
