import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/bulk.en.json' with { type: 'json' }

/** The texts of the dialog that changes many cases. */
export const { useText } = texts('case-bulk', en)
