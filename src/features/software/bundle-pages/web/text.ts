import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of the bundle screens. */
export const { useText, text } = texts('bundle-pages', en)
