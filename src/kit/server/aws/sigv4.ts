import { createHash, createHmac } from 'node:crypto'

/** Who signs, for which region and service of AWS (or of a system that checks its signatures, such as S3). */
export type AwsCredentials = {
  readonly accessKey: string
  readonly secretKey: string
  readonly sessionToken?: string | undefined
  readonly region: string
  readonly service: string
}

/** The payload hash of a request whose body is not signed. */
export const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD'

/**
 * The headers of a request with its signature (AWS Signature Version 4). All given headers are signed; `payloadHash` is
 * the SHA-256 of the body, hexadecimal. The path of the URL is signed as it is: it must be encoded already.
 */
export function signRequest(
  request: {
    readonly method: string
    readonly url: URL
    readonly headers?: Readonly<Record<string, string>>
    readonly payloadHash: string
  },
  credentials: AwsCredentials,
  now: Date,
): Record<string, string> {
  const time = timestamp(now)
  const headers: Record<string, string> = { host: request.url.host, 'x-amz-date': time }
  for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value.trim()
  if (credentials.sessionToken) headers['x-amz-security-token'] = credentials.sessionToken
  const signedNames = Object.keys(headers).sort()
  const canonical = [
    request.method,
    request.url.pathname,
    canonicalQuery(request.url.searchParams),
    ...signedNames.map((name) => `${name}:${headers[name]}`),
    '',
    signedNames.join(';'),
    request.payloadHash,
  ].join('\n')
  const { scope, signature } = signatureOf(canonical, credentials, time)
  const authorization = `AWS4-HMAC-SHA256 Credential=${credentials.accessKey}/${scope}, SignedHeaders=${signedNames.join(';')}, Signature=${signature}`
  return { ...headers, authorization }
}

/** The address under which anybody may GET the object for this number of seconds. */
export function presignUrl(
  url: URL,
  credentials: AwsCredentials,
  { seconds, now }: { seconds: number; now: Date },
): string {
  const time = timestamp(now)
  const signedUrl = new URL(url)
  const query = new URLSearchParams(url.searchParams)
  query.set('X-Amz-Algorithm', 'AWS4-HMAC-SHA256')
  query.set('X-Amz-Credential', `${credentials.accessKey}/${scopeOf(credentials, time)}`)
  query.set('X-Amz-Date', time)
  query.set('X-Amz-Expires', String(seconds))
  query.set('X-Amz-SignedHeaders', 'host')
  if (credentials.sessionToken) query.set('X-Amz-Security-Token', credentials.sessionToken)
  const canonical = ['GET', url.pathname, canonicalQuery(query), `host:${url.host}`, '', 'host', UNSIGNED_PAYLOAD]
  const { signature } = signatureOf(canonical.join('\n'), credentials, time)
  query.set('X-Amz-Signature', signature)
  signedUrl.search = canonicalQuery(query)
  return signedUrl.href
}

/** The query in the form that is signed: sorted, and encoded as RFC 3986 says. */
export function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function signatureOf(canonical: string, credentials: AwsCredentials, time: string) {
  const scope = scopeOf(credentials, time)
  const hash = createHash('sha256').update(canonical).digest('hex')
  const key = scope
    .split('/')
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${credentials.secretKey}`)
  return { scope, signature: hmac(key, ['AWS4-HMAC-SHA256', time, scope, hash].join('\n')).toString('hex') }
}

function scopeOf({ region, service }: AwsCredentials, time: string): string {
  return `${time.slice(0, 8)}/${region}/${service}/aws4_request`
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function timestamp(now: Date): string {
  return now.toISOString().replace(/[-:]|\.\d{3}/g, '')
}
