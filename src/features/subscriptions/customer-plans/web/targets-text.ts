import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/targets.en.json' with { type: 'json' }

/** Texts of the targets that a plan changes. */
export const { useText } = texts('previewed-targets', en)
