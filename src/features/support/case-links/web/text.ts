import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of links between cases. */
export const { useText } = texts('case-links', en)
