import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** Labels of the pages and the navigation row of plugins. */
export const { useText: useLabel, text: label } = texts('plugins', en)
