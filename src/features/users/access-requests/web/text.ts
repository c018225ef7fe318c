import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of access requests. */
export const { useText } = texts('access-requests', en)
