import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** Labels of the page and the navigation row of replies by mail. */
export const { useText: useLabel, text: label } = texts('case-replies', en)
