import { createHash, createPublicKey } from 'node:crypto'
import type { Signer } from './signer.ts'

/** The id that minisign shows for a key: the first 8 bytes of ours. */
function shortId(keyId: string): Buffer {
  return Buffer.from(keyId.slice(0, 16), 'hex')
}

/** A public key as minisign reads it from a file. */
export function minisignKey(publicKey: string, keyId: string): string {
  const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  const encodedKey = Buffer.concat([Buffer.from('Ed'), shortId(keyId), der.subarray(-32)]).toString('base64')
  return `untrusted comment: headend key ${keyId}\n${encodedKey}\n`
}

/** The `.minisig` of these bytes: prehashed with BLAKE2b-512, with a comment that is signed too. */
export async function minisign(bytes: Buffer, signer: Signer, comment: string): Promise<string> {
  const signature = await signer.sign(createHash('blake2b512').update(bytes).digest())
  const all = await signer.sign(Buffer.concat([signature, Buffer.from(comment)]))
  const first = Buffer.concat([Buffer.from('ED'), shortId(signer.keyId), signature]).toString('base64')
  return `untrusted comment: headend key ${signer.keyId}\n${first}\ntrusted comment: ${comment}\n${all.toString('base64')}\n`
}
