/** The bucket of an S3-compatible storage, and who may write there. */
export type S3Settings = {
  /** Scheme, host and port. */
  readonly origin: string
  readonly bucket: string
  /** Before every key; empty, or ends with a slash. */
  readonly prefix: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
}

/** Reads `https://host/bucket/prefix`; undefined when it has another form. */
export function readS3Url(address: string): Pick<S3Settings, 'origin' | 'bucket' | 'prefix'> | undefined {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    return undefined
  const [bucket = '', ...rest] = url.pathname.split('/').slice(1)
  const path = rest.filter((part) => part !== '')
  if (!/^[a-z0-9][a-z0-9.-]{2,62}$/.test(bucket) || !path.every((part) => /^[\w.-]+$/.test(part))) return undefined
  return { origin: url.origin, bucket, prefix: path.map((part) => `${part}/`).join('') }
}
