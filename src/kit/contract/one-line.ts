import * as z from 'zod/mini'
import { validationMessage } from './validation-messages.ts'

/** At least one visible character. */
export const notBlank = z.regex(/\S/, validationMessage('empty'))

/**
 * Text of one line that reads as it is stored: no control characters, line breaks, zero-width characters or characters
 * that change the text direction, so that no name passes for another one.
 */
export const oneLine = (most: number) =>
  z
    .string()
    .check(
      z.maxLength(most),
      z.regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b\u202a-\u202e\u2060-\u2069\ufeff]*$/u, validationMessage('oneLine')),
    )
