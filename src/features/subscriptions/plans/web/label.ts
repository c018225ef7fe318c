import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** What the pages and rail rows of plans are called. */
export const { useText: useLabel, text: label } = texts('plan-labels', en)
