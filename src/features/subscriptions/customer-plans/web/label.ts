import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** What the pages and rail rows of subscriptions are called. */
export const { useText: useLabel, text: label } = texts('subscription-labels', en)
