import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** The label of the pages and the navigation item of the wiki. */
export const { text: label } = texts('wiki-labels', en)
