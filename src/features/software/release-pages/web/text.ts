import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of the release screens. */
export const { useText, text } = texts('release-pages', en)
