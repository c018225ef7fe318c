import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of rollouts. */
export const { useText } = texts('rollouts', en)
