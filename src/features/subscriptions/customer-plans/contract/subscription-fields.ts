import * as z from 'zod/mini'
import { HttpsUrl } from '#kit/contract/https-url.ts'

const count = z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))

/** The terms agreed with a customer. */
export const contractFields = z.strictObject({
  freeTrial: z.boolean(),
  expirationDate: z.nullable(z.iso.date()),
  contractStartDate: z.nullable(z.iso.date()),
  /** Years. */
  contractLength: z.nullable(z.int().check(z.minimum(1), z.maximum(5))),
  cmNumber: z.nullable(count),
  /** In minor units of the currency. */
  contractValue: z.nullable(count),
  currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/))),
  quoteUrl: z.nullable(HttpsUrl),
  additionalFeatures: z.string().check(z.maxLength(4000)),
  showToCustomer: z.boolean(),
})
