import { texts } from '#kit/web/text/texts.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The texts of the files of a case. */
export const { useText, text } = texts('case-attachments', en)
