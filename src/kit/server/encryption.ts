import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * The keys of the operator: new values are encrypted with the current one; values of the previous one can still be
 * decrypted.
 */
export type SecretKeys = { readonly secretKey: string; readonly secretKeyBefore?: string | undefined }

/** Keeps secrets unreadable at rest, and makes values that only this portal can make. */
export type Encryptor = {
  /** AES-256-GCM. `purpose` is bound in: a value encrypted for one purpose cannot be decrypted for another. */
  close(text: string, purpose: string): Buffer
  /** Throws when it was encrypted with a key that is not ours or for another purpose, or was changed. */
  open(ciphertext: Uint8Array, purpose: string): string
  /** The five bytes with which every value encrypted with one of the keys begins; those of the current key first. */
  readonly heads: readonly [Buffer, ...Buffer[]]
  /** 256 bits that cannot be guessed or checked without the key (HMAC-SHA-256). */
  derive(text: string, purpose: string): Buffer
  /** What each of the keys derives, the current one first: to recognise values issued before the key changed. */
  derivations(text: string, purpose: string): readonly Buffer[]
}

const FORM = 1

/** Encryption with SECRET_KEY. Layout: form, 4 bytes of key id, 12 of nonce, 16 of tag, the encrypted text. */
export function encryptorFor({ secretKey, secretKeyBefore }: SecretKeys): Encryptor {
  const present = ringKey(secretKey)
  const before = secretKeyBefore === undefined ? [] : [ringKey(secretKeyBefore)]
  const keys = [present, ...before]
  return {
    close(text, purpose) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', present.key, nonce).setAAD(Buffer.from(purpose))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([present.head, nonce, cipher.getAuthTag(), ciphertext])
    },
    open(ciphertext, purpose) {
      const bytes = Buffer.from(ciphertext)
      const usedKey = keys.find(({ head }) => head.equals(bytes.subarray(0, 5)))
      if (bytes.length < 33 || !usedKey) throw new Error('encrypted with another SECRET_KEY')
      const decipher = createDecipheriv('aes-256-gcm', usedKey.key, bytes.subarray(5, 17), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(17, 33))
      return Buffer.concat([decipher.update(bytes.subarray(33)), decipher.final()]).toString('utf8')
    },
    heads: [present.head, ...before.map(({ head }) => head)],
    derive: present.derive,
    derivations: (text, purpose) => keys.map((key) => key.derive(text, purpose)),
  }
}

function ringKey(secretKey: string) {
  const key = keyFor(secretKey, 'encrypt')
  const keyId = createHash('sha256').update(key).digest().subarray(0, 4)
  // A handful of purposes, and one of them at every call that writes.
  const deriving = new Map<string, Buffer>()
  return {
    key,
    head: Buffer.concat([Buffer.from([FORM]), keyId]),
    derive(text: string, purpose: string) {
      const own = deriving.get(purpose) ?? keyFor(secretKey, `derive ${purpose}`)
      deriving.set(purpose, own)
      return createHmac('sha256', own).update(text).digest()
    },
  }
}

function keyFor(secretKey: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'headend', use, 32))
}
