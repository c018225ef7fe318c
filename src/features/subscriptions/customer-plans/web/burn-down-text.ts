import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/burn-down.en.json' with { type: 'json' }

/** The texts of the modems of a contract. */
export const { useText } = texts('subscriptions-burn-down', en)
