import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/sheet.en.json' with { type: 'json' }

/** The texts of what changes of the sheet of plans cause. */
export const { useText } = texts('subscriptions-sheet', en)
