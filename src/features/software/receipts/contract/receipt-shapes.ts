import * as z from 'zod/mini'

/** A receipt of a customer: which files of a release were verified, when, and where they run. */
export const Receipt = z.object({
  id: z.string(),
  releaseId: z.string(),
  releaseName: z.string(),
  bundleName: z.string(),
  account: z.string(),
  /** Null: the files were verified, nothing is said of where they run. */
  deployment: z.nullable(z.string()),
  components: z.int(),
  verified: z.iso.datetime(),
  received: z.iso.datetime(),
  receivedBy: z.string(),
  /** Null: it is unsigned. */
  key: z.nullable(z.object({ id: z.string(), name: z.string() })),
})
export type Receipt = z.output<typeof Receipt>

/** A key with which an account signs its receipts. */
export const ReceiptKey = z.object({
  /** SHA-256 of the public key (DER), hexadecimal. */
  id: z.string(),
  name: z.string(),
  created: z.iso.datetime(),
  createdBy: z.string(),
  revoked: z.nullable(z.iso.datetime()),
})
export type ReceiptKey = z.output<typeof ReceiptKey>
