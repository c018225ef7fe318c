import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of join requests. */
export const { useText, text } = texts('join-requests', en)
