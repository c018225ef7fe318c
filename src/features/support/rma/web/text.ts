import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of hardware returns. */
export const { useText } = texts('rma', en)
