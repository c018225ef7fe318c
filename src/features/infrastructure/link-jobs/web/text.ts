import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of link jobs. */
export const { useText } = texts('link-jobs', en)
