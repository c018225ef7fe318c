import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of the page of verification. */
export const { useText } = texts('receipts', en)
