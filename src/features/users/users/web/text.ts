import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of the profile and of the welcome page. */
export const { useText, text } = texts('users', en)
