import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/seats.en.json' with { type: 'json' }

/** The texts of the seats of an account. */
export const { useText } = texts('subscription-seats', en)
