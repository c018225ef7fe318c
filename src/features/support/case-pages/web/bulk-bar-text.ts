import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/bulk-bar.en.json' with { type: 'json' }

/** The texts of the bar that changes the selected cases. */
export const { useText } = texts('case-bulk-bar', en)
