import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of the portal's settings. */
export const { useText } = texts('settings', en)
