import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/summary.en.json' with { type: 'json' }

/** The texts of the plan at the head of a subscription. */
export const { useText } = texts('subscriptions-summary', en)
