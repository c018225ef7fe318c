import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/detail.en.json' with { type: 'json' }

/** The texts of the details under a row of the list of subscriptions. */
export const { useText } = texts('subscriptions-detail', en)
