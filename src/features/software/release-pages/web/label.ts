import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** Labels of the pages, rail rows and actions of releases. */
export const { useText: useLabel, text: label } = texts('release-pages', en)
