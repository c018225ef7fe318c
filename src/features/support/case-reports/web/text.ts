import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of the cases report. */
export const { useText } = texts('case-reports', en)
