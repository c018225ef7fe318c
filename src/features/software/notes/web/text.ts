import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of notes. */
export const { useText, text } = texts('notes', en)
