import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of analytics and monitoring. */
export const { useText } = texts('analytics', en)
