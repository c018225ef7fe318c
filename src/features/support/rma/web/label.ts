import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/labels.en.json' with { type: 'json' }

/** What a hardware return is called among the kinds of cases. */
export const { text: label } = texts('rma', en)
