import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** Labels of the pages, rail rows and actions of cases. */
export const { useText: useLabel, text: label } = texts('case-pages', en)
