import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/palette.en.json' with { type: 'json' }

/** The texts of the palette, loaded with it. */
export const { useText } = texts('palette', en)
