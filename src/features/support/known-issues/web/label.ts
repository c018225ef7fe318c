import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** Labels of the pages and the navigation row of known issues. */
export const { useText: useLabel, text: label } = texts('known-issues', en)
