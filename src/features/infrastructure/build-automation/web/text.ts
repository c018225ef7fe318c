import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of build automation. */
export const { useText } = texts('build-automation', en)
