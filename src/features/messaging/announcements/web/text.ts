import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of announcements. */
export const { useText, text } = texts('announcements', en)
