import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** What the pages, rail rows and actions of domains are called. */
export const { useText: useLabel, text: label } = texts('domains', en)
