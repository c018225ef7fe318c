import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of the ticket exchange. */
export const { useText, text } = texts('tmf-tickets', en)
