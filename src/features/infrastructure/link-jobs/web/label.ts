import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** The labels of the page and the navigation items of link jobs. */
export const { text: label } = texts('link-jobs-labels', en)
