import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/signed.en.json' with { type: 'json' }

/** The texts of the signed months. */
export const { useText } = texts('sla-signed', en)
