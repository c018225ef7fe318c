import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/next.en.json' with { type: 'json' }

/** The texts of what another plan adds, and of questions about it. */
export const { useText: useNextText } = texts('subscriptions-next', en)
