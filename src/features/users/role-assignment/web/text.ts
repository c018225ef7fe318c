import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of role assignment. */
export const { useText, text } = texts('role-grants', en)
