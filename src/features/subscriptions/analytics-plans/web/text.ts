import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of analytics plans. */
export const { useText } = texts('analytics-plans', en)
