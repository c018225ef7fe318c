import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/not-found.en.json' with { type: 'json' }

/** The texts of the page of an address that does not exist, loaded with it. */
export const { useText } = texts('not-found', en)
