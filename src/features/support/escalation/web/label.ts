import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** What the pages, rail rows and menu entries of escalation are called. */
export const { useText: useLabel, text: label } = texts('escalation', en)
