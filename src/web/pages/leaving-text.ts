import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/leaving.en.json' with { type: 'json' }

/** The texts of the page before another site, loaded with it. */
export const { useText } = texts('leaving', en)
