import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/session.en.json' with { type: 'json' }

/** The texts of the end of a session, loaded with its dialog. */
export const { useText } = texts('session', en)
