import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/denied.en.json' with { type: 'json' }

/** The texts of the page without a permission, loaded with it. */
export const { useText } = texts('denied', en)
