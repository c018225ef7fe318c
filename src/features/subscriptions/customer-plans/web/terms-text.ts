import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }
import terms from '../messages/terms.en.json' with { type: 'json' }

/** The texts of one subscription and its dialogs, beside those of the list. */
export const { useText, text } = texts('subscriptions-terms', { ...en, ...terms })
