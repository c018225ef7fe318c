import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/menus.en.json' with { type: 'json' }

/** The texts of the menus that open from the frame of the pages. */
export const { useText: useMenuText } = texts('menus', en)
