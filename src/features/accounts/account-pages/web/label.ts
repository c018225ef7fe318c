import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** Labels of the pages, navigation rows and actions of accounts. */
export const { useText: useLabel, text: label } = texts('account-pages', en)
