import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of the deletion of users. */
export const { useText, text } = texts('user-deletion', en)
