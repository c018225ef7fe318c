import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of the wiki. */
export const { useText } = texts('wiki', en)
