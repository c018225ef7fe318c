import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** The labels of the pages and navigation items of alerts. */
export const { useText: useLabel, text: label } = texts('incident-alerts', en)
