import * as z from 'zod/mini'
import { returnStates } from './return.ts'
import { line, serialNumber } from './return-form.ts'

const droppedFiles = z.array(
  z.object({
    filename: z.string(),
    /** The code of the problem: `attachment-too-large`, `attachment-type-not-allowed`, `too-many-files`, … */
    problem: z.string(),
  }),
)
/** What was filed. */
export const FiledReturn = z.object({
  key: z.string(),
  account: z.string(),
  accountId: z.string(),
  serialFits: z.boolean(),
  files: z.array(z.string()),
  droppedFiles: droppedFiles,
})
export type FiledReturn = z.output<typeof FiledReturn>

/** A hardware return with its form and each completed step. */
export const HardwareReturn = z.object({
  issueKey: z.string(),
  partNumber: z.string(),
  serialNumber: z.string(),
  serialFits: z.boolean(),
  contact: z.string(),
  shippingAddress: z.string(),
  symptomDetails: z.string(),
  /** A day; null where the serial number contains none. */
  warrantyEnds: z.nullable(z.iso.date()),
  state: z.enum(returnStates),
  droppedFiles: droppedFiles,
  steps: z.array(
    z.object({
      state: z.enum(returnStates),
      at: z.iso.datetime(),
      by: z.string(),
      carrier: z.nullable(z.string()),
      trackingNumber: z.nullable(z.string()),
      replacementSerial: z.nullable(z.string()),
    }),
  ),
  version: z.int(),
})
export type HardwareReturn = z.output<typeof HardwareReturn>
export const ReturnStep = z.strictObject({
  state: z.enum(['approved', 'shipped', 'received']),
  carrier: z.optional(line(100)),
  trackingNumber: z.optional(line(100)),
  replacementSerial: z.optional(serialNumber),
})
