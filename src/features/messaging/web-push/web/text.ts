import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of notifications in the browser. */
export const { useText } = texts('web-push', en)
