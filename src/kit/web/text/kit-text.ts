import en from '../messages/en.json' with { type: 'json' }
import { texts } from './texts.ts'

/** The kit's and the shell's own texts. */
export const { useText, text } = texts('kit', en)
