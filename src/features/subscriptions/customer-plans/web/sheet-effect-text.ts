import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/sheet-effect.en.json' with { type: 'json' }

/** Texts of what changes of plans reach. */
export const { useText } = texts('plan-sheet-effect', en)
