import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of uptime. */
export const { useText } = texts('uptime', en)
