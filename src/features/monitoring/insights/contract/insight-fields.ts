import * as z from 'zod/mini'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'

/** The fields of a category or type that are edited. */
export const groupingFields = {
  displayName: oneLine(80).check(notBlank),
  /** With a contrast to white of at least `LEAST_CONTRAST`. */
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  priority: z.int().check(z.minimum(1), z.maximum(99)),
} as const

/** Why and until when a finding is acknowledged. */
export const acknowledgementFields = {
  reason: z.string().check(z.minLength(1), z.maxLength(1000), z.regex(/\S/)),
  until: z.iso.datetime(),
} as const
