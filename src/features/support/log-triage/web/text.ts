import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of logs that were read. */
export const { useText } = texts('log-triage', en)
