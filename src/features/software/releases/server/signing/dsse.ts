import { type KeyObject, sign } from 'node:crypto'
import { canonicalJson } from '#features/platform/signing/server/index.ts'

/** Media type of the signed payload: an in-toto statement. */
const PAYLOAD_TYPE = 'application/vnd.in-toto+json'

/** The bytes that are signed for a payload: DSSE's pre-authentication encoding, version 1. */
export function signedBytes(payload: Buffer): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(PAYLOAD_TYPE)} ${PAYLOAD_TYPE} ${payload.length} `
  return Buffer.concat([Buffer.from(head), payload])
}

/** Signs a payload with Ed25519: 64 bytes. */
export function signPayload(payload: Buffer, privateKey: KeyObject): Buffer {
  return sign(null, signedBytes(payload), privateKey)
}

/** The envelope (DSSE, JSON) of a signed payload. */
export function envelopeOf(payload: Buffer, signature: Buffer, keyId: string): string {
  return `${canonicalJson({
    payload: payload.toString('base64'),
    payloadType: PAYLOAD_TYPE,
    signatures: [{ keyid: keyId, sig: signature.toString('base64') }],
  })}\n`
}
