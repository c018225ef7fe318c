import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { throwProblem } from '#kit/server/http-problem.ts'
import { excessOf } from '#kit/server/serve/json-size.ts'
import { receiptProblems } from '../contract.ts'

const FORM = 'headend-receipt 1'

const Content = z.strictObject({
  account: z.string().check(z.maxLength(32)),
  components: z.array(z.string().check(z.regex(/^[0-9a-f]{64}$/))).check(z.maxLength(10_000)),
  deployment: z.string().check(z.maxLength(200)),
  nonce: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  receiptVersion: z.literal(1),
  releaseId: z.string().check(z.regex(/^\d{1,15}$/)),
  statement: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  verifiedAt: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)),
})

/** A receipt as a verifier wrote it. */
export type ReadReceipt = z.output<typeof Content> & {
  /** SHA-256 of the receipt without its signature. */
  readonly digest: string
  readonly signedBytes: Buffer
  /** Undefined: unsigned. */
  readonly signature: { readonly keyId: string; readonly bytes: Buffer } | undefined
}

/** Reads the text of a receipt; 400 when it is none. */
export function readReceipt(text: string): ReadReceipt {
  const [form, json = '', signature = '', ...rest] = text.replaceAll('\r\n', '\n').split('\n')
  if (form !== FORM) throwMalformed(`it does not begin with ${FORM}`)
  if (rest.some((line) => line !== '')) throwMalformed('it has more than three lines')
  const { data } = z.safeParse(Content, parseReceipt(json))
  if (!data || Number.isNaN(Date.parse(data.verifiedAt))) throwMalformed('its content has another form')
  const signedBytes = Buffer.from(`${FORM}\n${json}\n`)
  return {
    ...data,
    digest: createHash('sha256').update(signedBytes).digest('hex'),
    signedBytes,
    signature: signature === '' ? undefined : readSignature(signature),
  }
}

function readSignature(line: string) {
  const [, keyId = '', encodedSignature = ''] =
    /^([0-9a-f]{64}) ([A-Za-z0-9+/]{86}==)$/.exec(line) ?? throwMalformed('its last line is no signature')
  return { keyId, bytes: Buffer.from(encodedSignature, 'base64') }
}

function parseReceipt(json: string): unknown {
  if (excessOf(json)) throwMalformed('its content has another form')
  try {
    return JSON.parse(json)
  } catch {
    return throwMalformed('its second line is not JSON')
  }
}

function throwMalformed(why: string): never {
  throwProblem(receiptProblems['receipt-malformed'], { why })
}
