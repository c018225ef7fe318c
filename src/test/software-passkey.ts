import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/** What a test changes in a response, to check that it is rejected. */
export type Bent = {
  readonly origin?: string
  readonly rpId?: string
  /** Whether the device verified its user; true unless given. */
  readonly verified?: boolean
  /** The signature counter that the authenticator reports. */
  readonly counter?: number
  readonly userHandle?: string
}

/** A software authenticator with one passkey (WebAuthn 3, ES256): responds to challenges as a browser would. */
export function softwarePasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(20)
  let uses = 0
  let userHandle = ''

  /** Responds to the options of a registration; `userId` is stored as authenticators store it. */
  function create(options: { challenge: string; rp: { id: string }; user: { id: string } }, bent: Bent = {}) {
    userHandle = options.user.id
    const authData = Buffer.concat([
      head(options.rp.id, 0x40, bent),
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 255]),
      id,
      coseKey(),
    ])
    return {
      id: id.toString('base64url'),
      clientDataJSON: clientData('webauthn.create', options.challenge, bent).toString('base64url'),
      attestationObject: cbor({ fmt: 'none', attStmt: {}, authData }).toString('base64url'),
    }
  }

  /** Responds to the options of a sign-in, as the pages' script sends it. */
  function get(options: { challenge: string; rpId: string }, bent: Bent = {}): string {
    const authenticatorData = head(options.rpId, 0, bent)
    const clientDataJSON = clientData('webauthn.get', options.challenge, bent)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()])
    const signature = createSign('sha256').update(signed).sign(privateKey)
    const response = {
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: bent.userHandle ?? userHandle,
    }
    return JSON.stringify({ id: id.toString('base64url'), response })
  }

  function head(rpId: string, flags: number, bent: Bent): Buffer {
    uses = bent.counter ?? uses + 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(uses)
    const present = flags | (bent.verified === false ? 0x01 : 0x05)
    const hash = createHash('sha256')
      .update(bent.rpId ?? rpId)
      .digest()
    return Buffer.concat([hash, Buffer.from([present]), counter])
  }

  function clientData(type: string, challenge: string, bent: Bent): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: bent.origin ?? origin, crossOrigin: false }))
  }

  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    return cborMap([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
  }

  return { create, get }
}

type Cbor = number | string | Buffer | { readonly [name: string]: Cbor }

/** CBOR (RFC 8949) of the few kinds of values that WebAuthn needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  return cborMap(Object.entries(value))
}

function cborMap(entries: readonly (readonly [number | string, Cbor])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([key, value]) => [cbor(key), cbor(value)])])
}

function cborHead(kind: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(kind << 5) | count])
  return count < 256 ? Buffer.from([(kind << 5) | 24, count]) : Buffer.from([(kind << 5) | 25, count >> 8, count & 255])
}
