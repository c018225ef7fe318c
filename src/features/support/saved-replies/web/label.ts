import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** Label of the page and the navigation row of saved replies. */
export const { text: label } = texts('saved-replies', en)
