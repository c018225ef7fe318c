import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

const RECORD_SIZE = 4096

/** Whom a message is for: the keys of a browser's subscription. */
export type PushKeys = { readonly publicKey: Buffer; readonly authSecret: Buffer }

/**
 * Encrypts a message for one browser as one record of `aes128gcm` (RFC 8291 with RFC 8188). `own` fixes what is random:
 * the private key of the sender and the salt. Throws when the browser's key is no point of P-256.
 */
export function encryptPush(
  message: Buffer,
  { publicKey, authSecret }: PushKeys,
  own?: { readonly privateKey: Buffer; readonly salt: Buffer },
): Buffer {
  const sender = createECDH('prime256v1')
  if (own) sender.setPrivateKey(own.privateKey)
  else sender.generateKeys()
  const senderKey = sender.getPublicKey()
  const salt = own?.salt ?? randomBytes(16)
  const sharedSecret = sender.computeSecret(publicKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
  const input = Buffer.from(hkdfSync('sha256', sharedSecret, authSecret, info, 32))
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12))
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const lastRecord = Buffer.from([2])
  const ciphertext = Buffer.concat([
    cipher.update(message),
    cipher.update(lastRecord),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const recordSize = Buffer.alloc(4)
  recordSize.writeUInt32BE(RECORD_SIZE)
  return Buffer.concat([salt, recordSize, Buffer.from([senderKey.length]), senderKey, ciphertext])
}
