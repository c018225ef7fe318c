import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of distribution groups. */
export const { useText } = texts('distribution-groups', en)
