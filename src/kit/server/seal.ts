import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps secrets unreadable at rest, and makes values that only this portal can make. */
export type Seal = {
  /** AES-256-GCM. `purpose` is bound in: what was sealed for one purpose does not open for another. */
  close(text: string, purpose: string): Buffer
  /** Throws when it was sealed with another key or purpose, or was changed. */
  open(sealed: Uint8Array, purpose: string): string
  /** 256 bits that nobody without the key can guess or check (HMAC-SHA-256). */
  derive(text: string, purpose: string): Buffer
}

const FORM = 1

/** The seal of SECRET_KEY. Layout: form, 4 bytes of key id, 12 of nonce, 16 of tag, the sealed text. */
export function sealOf(secretKey: string): Seal {
  const key = keyFor(secretKey, 'seal')
  const keyId = createHash('sha256').update(key).digest().subarray(0, 4)
  const head = Buffer.concat([Buffer.from([FORM]), keyId])
  return {
    close(text, purpose) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([head, nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed)
      if (bytes.length < 33 || !bytes.subarray(0, 5).equals(head)) throw new Error('sealed with another SECRET_KEY')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(5, 17), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(17, 33))
      return Buffer.concat([decipher.update(bytes.subarray(33)), decipher.final()]).toString('utf8')
    },
    derive: (text, purpose) =>
      createHmac('sha256', keyFor(secretKey, `derive ${purpose}`))
        .update(text)
        .digest(),
  }
}

function keyFor(secretKey: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'headend', use, 32))
}
