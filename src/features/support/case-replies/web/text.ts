import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of replies by mail. */
export const { useText } = texts('case-replies', en)
