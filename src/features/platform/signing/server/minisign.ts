import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'

/** The id that minisign shows for a key: the first 8 bytes of ours. */
function shortId(keyId: string): Buffer {
  return Buffer.from(keyId.slice(0, 16), 'hex')
}

/** A public key as minisign reads it from a file. */
export function minisignKey(publicKey: string, keyId: string): string {
  const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  const encoded = Buffer.concat([Buffer.from('Ed'), shortId(keyId), der.subarray(-32)]).toString('base64')
  return `untrusted comment: headend key ${keyId}\n${encoded}\n`
}

/** The `.minisig` of these bytes: prehashed with BLAKE2b-512, with a comment that is signed too. */
export function minisign(bytes: Buffer, key: { id: string; privateKey: KeyObject }, comment: string): string {
  const signature = sign(null, createHash('blake2b512').update(bytes).digest(), key.privateKey)
  const all = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key.privateKey)
  const first = Buffer.concat([Buffer.from('ED'), shortId(key.id), signature]).toString('base64')
  return `untrusted comment: headend key ${key.id}\n${first}\ntrusted comment: ${comment}\n${all.toString('base64')}\n`
}
