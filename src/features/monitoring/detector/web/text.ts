import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of the outage detector. */
export const { useText } = texts('detector', en)
