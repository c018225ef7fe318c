import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/insert.en.json' with { type: 'json' }

/** The text of the button in the composer. */
export const { useText } = texts('saved-replies', en)
