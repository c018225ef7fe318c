import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of requests for accounts. */
export const { useText, text } = texts('account-requests', en)
