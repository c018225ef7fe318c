import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/share-links.en.json' with { type: 'json' }

/** The texts of the dialog of share links. */
export const { useText } = texts('share-links', en)
