import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** The labels of the pages and navigation items of the registry. */
export const { useText: useLabel, text: label } = texts('registry', en)
