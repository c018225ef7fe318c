import { resolve } from 'node:path'
import type { z } from 'zod'
import { type environments, type logLevels, type passwordPolicies, Variables } from './config-variables.ts'
import type { FileStorage } from './files/file-storage.ts'
import { readS3Url } from './s3/s3-settings.ts'
import { isLoopback } from './setting-checks.ts'

/** The operator's settings from the environment, checked and with defaults filled in. */
export interface Config {
  /** The names of the variables that are set; a setting of the portal is locked by its variable. */
  givenVariables: readonly string[]
  port: number
  host: string
  /** Origin under which users reach the portal; undefined while it is not known. */
  publicUrl: string | undefined
  /** Absolute path. */
  dataDirectory: string
  /** The operator's own PostgreSQL; undefined means the embedded one. */
  databaseUrl: string | undefined
  /** Connections of one process to the database. */
  databasePool: number
  /** 32 characters or more; undefined only with the embedded database, then one is stored in the data directory. */
  secretKey: string | undefined
  /** The previous key, until everything is encrypted again; it decrypts, and encrypts nothing. */
  secretKeyBefore: string | undefined
  /** `when-new`: on when the data directory is empty, or was when Headend first used it (decisions 2.2). */
  demo: 'on' | 'off' | 'when-new'
  logLevel: (typeof logLevels)[number]
  smtpUrl: string | undefined
  mailFrom: string
  /** Where replies to mail arrive; undefined: mail cannot be replied to. */
  replies:
    | {
        /** The address that a token is added to: `support@example.com` becomes `support+token@example.com`. */
        address: string
        listen: { host: string; port: number }
        /** Addresses and networks of the relay; empty: this machine alone. */
        relays: string[]
        /** The name under which the relay writes its `Authentication-Results`; those of others do not count. */
        authservId: string
        /** Absolute paths of PEM files for STARTTLS; undefined: without it. */
        tls: { cert: string; key: string } | undefined
      }
    | undefined
  vendor: { id: string; name: string }
  portalName: string
  portalEnvironment: (typeof environments)[number]
  /** Addresses and networks whose X-Forwarded-* headers count. */
  trustedProxies: string[]
  /** session_duration_in_hours: how often a session of one hour may be refreshed. */
  sessionHours: number
  /** Prefix of the names of the session's cookies, which have none in the specification. */
  cookiePrefix: '' | '__Host-'
  /** The rule for passwords: that of the specification, or 15 characters of any kind. */
  passwordPolicy: (typeof passwordPolicies)[number]
  /** Absolute path of a sorted file with the SHA-1 hashes of breached passwords. */
  breachedPasswords: string | undefined
  /** Other origins that may call from a browser. */
  allowedOrigins: string[]
  /** Whether calls are counted against the limits of the API; off where something in front of the portal does it. */
  rateLimits: boolean
  /** A response that its client does not read for this long ends with its connection. */
  unreadResponseMs: number
  /** Connections at once from one address, except those of trusted proxies and of this machine. */
  connectionsPerAddress: number
  /** The largest file of a bundle in bytes. */
  uploadLimit: number
  /** Where the bytes of files are stored. */
  fileStorage: FileStorage
  /**
   * Hosts (or host:port) from which files may be fetched over https; empty: none. A host at a private address has to be
   * in `privateHosts` too.
   */
  fetchHosts: string[]
  /**
   * Hosts (or host:port) in the operator's own network where identity providers and connectors may be, over http too.
   */
  privateHosts: string[]
  /** Hosts (or host:port) to which links in users' texts lead directly, not over the leaving page. */
  trustedLinkHosts: string[]
  /** A program, with its arguments, that holds the signing key; undefined: it is stored in the database. */
  signingCommand: { words: string[]; timeoutMs: number } | undefined
  /** Where clamd listens, `tcp://host:port` or `unix:/path`; undefined: files are not scanned. */
  scannerUrl: string | undefined
  /** DNS servers to query, with their port where it is not 53; empty: those of the system. */
  dnsServers: string[]
  /** An external OpenID provider that signs in users of the domains; without domains, all users. */
  oidc:
    | { issuer: string; clientId: string; clientSecret: string | undefined; name: string; domains: string[] }
    | undefined
}

/**
 * Reads the settings, or returns one line for each that is wrong. Empty counts as absent. Lines never repeat a secret.
 */
export function readConfig(env: Record<string, string | undefined>): { config: Config } | { errors: string[] } {
  const variables = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const errors = Object.keys(variables)
    .filter((name) => name.startsWith('HEADEND_'))
    .map(unknownVariable)
  const { data, error } = Variables.safeParse(variables)
  for (const { path, message } of error?.issues ?? []) errors.push(complaint(String(path[0]), message, variables))
  if (!data || errors.length > 0) return { errors }
  if (data.DATABASE_URL && !data.SECRET_KEY) {
    return {
      errors: ['SECRET_KEY must be set together with DATABASE_URL: 32 characters or more, the same for every process'],
    }
  }
  if (data.COOKIE_PREFIX === 'host' && !data.PUBLIC_URL?.startsWith('https:'))
    return { errors: ['COOKIE_PREFIX host needs an https PUBLIC_URL: browsers take such cookies over TLS alone'] }
  if (!data.OIDC_ISSUER !== !data.OIDC_CLIENT_ID)
    return { errors: ['OIDC_ISSUER and OIDC_CLIENT_ID must be set together'] }
  const replies = [data.REPLY_ADDRESS, data.REPLY_LISTEN, data.REPLY_AUTHSERV_ID].filter((one) => one !== undefined)
  if (replies.length % 3 !== 0)
    return { errors: ['REPLY_ADDRESS, REPLY_LISTEN and REPLY_AUTHSERV_ID must be set together'] }
  const s3 = [data.S3_URL, data.S3_ACCESS_KEY, data.S3_SECRET_KEY].filter((one) => one !== undefined)
  if (s3.length % 3 !== 0) return { errors: ['S3_URL, S3_ACCESS_KEY and S3_SECRET_KEY must be set together'] }
  if (data.FILE_STORE === 's3' && !data.S3_URL) return { errors: ['FILE_STORE s3 needs S3_URL'] }
  if (!data.REPLY_TLS_CERT !== !data.REPLY_TLS_KEY)
    return { errors: ['REPLY_TLS_CERT and REPLY_TLS_KEY must be set together'] }
  return { config: { ...toConfig(data), givenVariables: Object.keys(variables) } }
}

function toConfig(values: z.infer<typeof Variables>): Omit<Config, 'givenVariables'> {
  const publicUrl = values.PUBLIC_URL && new URL(values.PUBLIC_URL).origin
  const auto = !values.DATABASE_URL && !publicUrl && isLoopback(values.HOST) ? 'when-new' : 'off'
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    dataDirectory: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    secretKey: values.SECRET_KEY,
    secretKeyBefore: values.SECRET_KEY_BEFORE,
    demo: values.DEMO === 'auto' ? auto : values.DEMO,
    logLevel: values.LOG_LEVEL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `${values.PORTAL_NAME.replaceAll(/["<>@,;:\\]/g, '')} <no-reply@localhost>`,
    replies: repliesOf(values),
    vendor: { id: values.VENDOR_ID, name: values.VENDOR_NAME },
    portalName: values.PORTAL_NAME,
    portalEnvironment: values.PORTAL_ENVIRONMENT,
    trustedProxies: values.TRUSTED_PROXIES,
    sessionHours: values.SESSION_HOURS,
    cookiePrefix: values.COOKIE_PREFIX === 'host' ? '__Host-' : '',
    passwordPolicy: values.PASSWORD_POLICY,
    breachedPasswords: values.BREACHED_PASSWORDS_FILE && resolve(values.BREACHED_PASSWORDS_FILE),
    allowedOrigins: values.ALLOWED_ORIGINS.map((origin) => new URL(origin).origin),
    rateLimits: values.RATE_LIMITS === 'on',
    unreadResponseMs: values.UNREAD_RESPONSE_SECONDS * 1_000,
    connectionsPerAddress: values.CONNECTIONS_PER_ADDRESS,
    uploadLimit: values.UPLOAD_LIMIT_GB * 1024 ** 3,
    fileStorage: fileStorageOf(values),
    signingCommand:
      values.SIGNING_COMMAND === undefined
        ? undefined
        : {
            words: values.SIGNING_COMMAND.trim().split(/\s+/),
            timeoutMs: values.SIGNING_TIMEOUT_SECONDS * 1_000,
          },
    fetchHosts: values.FETCH_HOSTS,
    privateHosts: values.PRIVATE_HOSTS,
    trustedLinkHosts: values.TRUSTED_LINK_HOSTS.map((host) => host.toLowerCase()),
    scannerUrl: values.SCANNER_URL,
    dnsServers: values.DNS_SERVERS,
    oidc:
      values.OIDC_ISSUER && values.OIDC_CLIENT_ID
        ? {
            issuer: values.OIDC_ISSUER,
            clientId: values.OIDC_CLIENT_ID,
            clientSecret: values.OIDC_CLIENT_SECRET,
            name: values.OIDC_NAME,
            domains: values.OIDC_DOMAINS.map((domain) => domain.toLowerCase()),
          }
        : undefined,
  }
}

function fileStorageOf(values: z.infer<typeof Variables>): FileStorage {
  const place = values.S3_URL === undefined ? undefined : readS3Url(values.S3_URL)
  const { S3_REGION: region, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = values
  const s3 = place && accessKey && secretKey ? { ...place, region, accessKey, secretKey } : undefined
  return { place: values.FILE_STORE ?? (s3 ? 's3' : 'disk'), s3, presigned: values.S3_DOWNLOADS === 'presigned' }
}

function repliesOf(values: z.infer<typeof Variables>): Config['replies'] {
  const { REPLY_ADDRESS: address, REPLY_LISTEN: listen, REPLY_AUTHSERV_ID: authservId } = values
  if (!address || !listen || !authservId) return undefined
  const colon = listen.lastIndexOf(':')
  const { REPLY_TLS_CERT: cert, REPLY_TLS_KEY: key } = values
  return {
    address: address.toLowerCase(),
    listen: { host: listen.slice(0, colon).replaceAll(/[[\]]/g, ''), port: Number(listen.slice(colon + 1)) },
    relays: values.REPLY_RELAYS,
    authservId: authservId.toLowerCase(),
    tls: cert && key ? { cert: resolve(cert), key: resolve(key) } : undefined,
  }
}

const secrets = new Set([
  'OIDC_CLIENT_SECRET',
  'SECRET_KEY',
  'SECRET_KEY_BEFORE',
  'DATABASE_URL',
  'SMTP_URL',
  'S3_SECRET_KEY',
])

function complaint(name: string, message: string, variables: Record<string, string | undefined>): string {
  return secrets.has(name)
    ? `${name} ${message}`
    : `${name} ${message}, not ${JSON.stringify(variables[name]?.slice(0, 100))}`
}

function unknownVariable(name: string): string {
  const meant = name.slice('HEADEND_'.length)
  return meant in Variables.shape ? `${name} is not a setting, ${meant} is` : `${name} is not a setting of Headend`
}
