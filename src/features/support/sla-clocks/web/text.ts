import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of SLA clocks. */
export const { useText } = texts('sla-clocks', en)
