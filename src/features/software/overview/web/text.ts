import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of the software overview. */
export const { useText } = texts('software-overview', en)
