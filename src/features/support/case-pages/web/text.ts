import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of the case screens. */
export const { useText, text } = texts('case-pages', en)
