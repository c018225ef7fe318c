import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of saved replies. */
export const { useText } = texts('saved-replies', en)
