import { createPublicKey } from 'node:crypto'
import { loadX509 } from '#kit/server/x509.ts'
import { type NameType, nameFlaw } from './name-syntax.ts'

/** A request that was read, with its own signature checked. */
export type ReadRequest = {
  readonly subject: string
  /** Every common name and organisation of the subject, however it is encoded. */
  readonly commonNames: readonly string[]
  readonly organisations: readonly string[]
  /** As `type:value`; the common name too when it is a host name and no other names are given. */
  readonly names: readonly { readonly type: NameType; readonly value: string }[]
  readonly key: string
  readonly publicKey: ArrayBuffer
  /** Names of the extensions that it asks for. */
  readonly extensions: readonly string[]
}

/** Why a request is not signed, in words for the user who sent it. */
export class RequestFlaw extends Error {
  readonly line: number | null
  constructor(message: string, line: number | null = null) {
    super(message)
    this.line = line
  }
}

const HEAD = /^-----BEGIN (NEW )?CERTIFICATE REQUEST-----$/
const FOOT = /^-----END (NEW )?CERTIFICATE REQUEST-----$/
const MOST_NAMES = 100

const extensionNames: Readonly<Record<string, string>> = {
  '2.5.29.17': 'subjectAltName',
  '2.5.29.15': 'keyUsage',
  '2.5.29.37': 'extendedKeyUsage',
  '2.5.29.19': 'basicConstraints',
  '2.5.29.14': 'subjectKeyIdentifier',
}

/** Reads a PKCS #10 request in PEM; throws a `RequestFlaw` that says what is wrong with it. */
export async function readRequest(pem: string): Promise<ReadRequest> {
  const der = bytesOf(pem)
  const x509 = await loadX509()
  const request = parse(() => new x509.Pkcs10CertificateRequest(new Uint8Array(der)))
  const key = keyOf(Buffer.from(request.publicKey.rawData))
  if (!(await request.verify().catch(() => false)))
    throw new RequestFlaw('The request is not signed with its own key. Create it again.')
  for (const extension of request.extensions)
    if (extension instanceof x509.BasicConstraintsExtension && extension.ca)
      throw new RequestFlaw('The request asks for a CA certificate. Create it without the CA flag.')
  const alternative = request.extensions.find((one) => one instanceof x509.SubjectAlternativeNameExtension)
  const alternativeNames = (alternative?.names.items ?? []).map(({ type, value }) => {
    if (type !== 'dns' && type !== 'ip' && type !== 'email' && type !== 'url')
      throw new RequestFlaw(
        `The request has a name of the type ${type}. Use DNS names, IP addresses, e-mail addresses or URLs.`,
      )
    const flaw = nameFlaw(type, value)
    if (flaw) throw new RequestFlaw(flaw)
    return { type, value } as const
  })
  const commonNames = request.subjectName.getField('CN')
  const organisations = request.subjectName.getField('O')
  const [common] = commonNames
  const names =
    alternativeNames.length > 0 || !common || !isHost(common)
      ? alternativeNames
      : [{ type: 'dns', value: common } as const]
  if (names.length === 0) throw new RequestFlaw('The request has no name. Give at least one subject alternative name.')
  if (names.length > MOST_NAMES) throw new RequestFlaw(`The request has more than ${MOST_NAMES} names.`)
  const extensions = request.extensions.map(({ type }) => extensionNames[type] ?? type)
  const publicKey = request.publicKey.rawData
  return { subject: request.subject, commonNames, organisations, names, key, publicKey, extensions }
}

function isHost(text: string): boolean {
  return text.includes('.') && nameFlaw('dns', text) === undefined
}

function bytesOf(pem: string): Buffer {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
    throw new RequestFlaw(
      'The text has a private key, which is no secret any more. Make a new key, and send its request alone.',
    )
  const lines = pem
    .replaceAll('\r', '')
    .split('\n')
    .map((line) => line.trim())
  const first = lines.findIndex((line) => line !== '')
  const last = lines.findLastIndex((line) => line !== '')
  if (!HEAD.test(lines[first] ?? ''))
    throw new RequestFlaw('The request must begin with -----BEGIN CERTIFICATE REQUEST-----.', Math.max(first, 0) + 1)
  if (!FOOT.test(lines[last] ?? ''))
    throw new RequestFlaw('The request must end with -----END CERTIFICATE REQUEST-----.', last + 1)
  const body = lines.slice(first + 1, last)
  const bad = body.findIndex((line) => !/^[A-Za-z0-9+/]*={0,2}$/.test(line))
  if (bad >= 0) throw new RequestFlaw('The line has a character that is not base64.', first + bad + 2)
  const bytes = Buffer.from(body.join(''), 'base64')
  if (bytes.length === 0) throw new RequestFlaw('The request is empty.', first + 1)
  return bytes
}

function parse<Result>(read: () => Result): Result {
  try {
    return read()
  } catch {
    throw new RequestFlaw('The request cannot be read. Part of it is missing or was changed.')
  }
}

/** The kind of the key; only kinds that are signed pass. */
function keyOf(spki: Buffer): string {
  const key = parse(() => createPublicKey({ key: spki, type: 'spki', format: 'der' }))
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType === 'rsa') {
    if (modulusLength >= 2048 && modulusLength <= 8192) return `RSA ${modulusLength}`
    throw new RequestFlaw(`The key is RSA ${modulusLength}. Use RSA with 2048 to 8192 bits, P-256 or P-384.`)
  }
  const curve = { prime256v1: 'P-256', secp384r1: 'P-384' }[namedCurve]
  if (key.asymmetricKeyType === 'ec' && curve) return curve
  throw new RequestFlaw(
    `The key is ${namedCurve || key.asymmetricKeyType}. Use RSA with 2048 to 8192 bits, P-256 or P-384.`,
  )
}
