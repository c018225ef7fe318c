import * as z from 'zod/mini'

export const rndKey = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{1,9}-\d{1,9}$/))
/** Text of one line with visible characters. */
export const line = z.string().check(z.minLength(1), z.maxLength(250), z.regex(/^(?=[^\r\n]*\S)[^\r\n]+$/))
/** Markdown. */
export const text = (most: number) => z.string().check(z.maxLength(most))
