import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of known issues. */
export const { useText } = texts('known-issues', en)
