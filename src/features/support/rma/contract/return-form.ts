import * as z from 'zod/mini'
import { partNumbers } from './return.ts'

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most), z.regex(/\S/))
/** A line with visible characters. */
export const line = (most: number) => text(most).check(z.regex(/^[^\r\n]+$/))
export const serialNumber = line(50)
/** The form of a hardware return. */
export const ReturnForm = z.strictObject({
  partNumber: z.enum(partNumbers),
  serialNumber,
  contact: line(250),
  shippingAddress: text(1000),
  symptomDetails: text(32_767),
  deploymentId: z.optional(z.string().check(z.maxLength(64))),
})
export type ReturnForm = z.output<typeof ReturnForm>
