import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of alerts. */
export const { useText, text } = texts('incident-alerts', en)
