import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/categories.en.json' with { type: 'json' }

/** The texts of the categories. */
export const { useText } = texts('announcement-categories', en)
