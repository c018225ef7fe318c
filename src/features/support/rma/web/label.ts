import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** The label of a hardware return among the kinds of cases. */
export const { text: label } = texts('rma', en)
