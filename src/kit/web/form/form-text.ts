import en from '../messages/form.en.json' with { type: 'json' }
import { texts } from '../text/texts.ts'

/** The texts of editors and files, which no first page needs. */
export const { useText, text } = texts('kit-form', en)
