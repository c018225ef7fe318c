import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/dispute.en.json' with { type: 'json' }

/** The texts of disputes. */
export const { useText } = texts('sla-dispute', en)
