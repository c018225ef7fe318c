import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** The label of the page of certificates. */
export const { text: label } = texts('certificates-labels', en)
