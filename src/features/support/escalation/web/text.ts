import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of escalation and R&D issues. */
export const { useText } = texts('escalation', en)
