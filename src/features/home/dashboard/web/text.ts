import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of the dashboards. */
export const { useText, text } = texts('dashboard', en)
