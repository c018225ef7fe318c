import { z } from 'zod'
import {
  hasScheme,
  isDnsServer,
  isDomain,
  isHost,
  isHostAndPort,
  isIssuer,
  isListenAddress,
  isNetwork,
  isOneLine,
  isOrigin,
  isReplyAddress,
  isS3Url,
  isScanner,
  isSender,
} from './setting-checks.ts'

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export const passwordPolicies = ['composition', 'length'] as const
export const environments = ['production', 'staging', 'dev', 'local'] as const

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })

const wholeNumber = (from: number, to: number) => {
  const message = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message)
}

const text = (most: number) =>
  z.string().max(most, `must have at most ${most} characters`).refine(isOneLine, 'must be one line')

const list = (accepts: (item: string) => boolean, message: string) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    )
    .refine((items) => items.every(accepts), message)

const secretKey = z.string().min(32, 'must have at least 32 characters')

/** The environment variables that the operator may set: their form and defaults. */
export const Variables = z.object({
  PORT: wholeNumber(0, 65_535).default(8080),
  HOST: z.string().refine(isHost, 'must be an address or a host name').default('127.0.0.1'),
  PUBLIC_URL: z.string().refine(isOrigin, 'must be like https://portal.example.com, without a path').optional(),
  DATA_DIR: text(4_000).default('./.data'),
  DATABASE_URL: z
    .string()
    .refine(hasScheme('postgres:', 'postgresql:'), 'must be like postgres://user:password@host:5432/name')
    .optional(),
  DATABASE_POOL: wholeNumber(2, 200).default(10),
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_BEFORE: secretKey.optional(),
  DEMO: oneOf(['auto', 'on', 'off']).default('auto'),
  LOG_LEVEL: oneOf(logLevels).default('warn'),
  SMTP_URL: z.string().refine(hasScheme('smtp:', 'smtps:'), 'must be like smtp://user:password@host:587').optional(),
  MAIL_FROM: text(320).refine(isSender, 'must be like Support <support@example.com>').optional(),
  REPLY_ADDRESS: z
    .string()
    .refine(isReplyAddress, 'must be an address like support@example.com with at most 20 characters before the @')
    .optional(),
  REPLY_LISTEN: z.string().refine(isListenAddress, 'must be like 0.0.0.0:2525').optional(),
  REPLY_RELAYS: list(isNetwork, 'must be addresses or networks like 10.0.0.0/8, with commas between').default([]),
  REPLY_AUTHSERV_ID: z
    .string()
    .refine(isHost, 'must be the host name that the relay signs its results with')
    .optional(),
  REPLY_TLS_CERT: text(4_000).optional(),
  REPLY_TLS_KEY: text(4_000).optional(),
  VENDOR_ID: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits and hyphens, at most 32')
    .default('harmonic'),
  VENDOR_NAME: text(80).default('Harmonic'),
  PORTAL_NAME: text(80).default('Headend'),
  PORTAL_ENVIRONMENT: oneOf(environments).default('production'),
  TRUSTED_PROXIES: list(isNetwork, 'must be addresses or networks like 10.0.0.0/8, with commas between').default([]),
  SESSION_HOURS: wholeNumber(1, 168).default(8),
  COOKIE_PREFIX: oneOf(['none', 'host']).default('none'),
  PASSWORD_POLICY: oneOf(passwordPolicies).default('composition'),
  BREACHED_PASSWORDS_FILE: text(4_000).optional(),
  ALLOWED_ORIGINS: list(isOrigin, 'must be origins like https://tools.example.com, with commas between').default([]),
  RATE_LIMITS: oneOf(['on', 'off']).default('on'),
  UNREAD_RESPONSE_SECONDS: wholeNumber(1, 3_600).default(60),
  CONNECTIONS_PER_ADDRESS: wholeNumber(10, 100_000).default(500),
  UPLOAD_LIMIT_GB: wholeNumber(1, 1024).default(20),
  FILE_STORE: oneOf(['disk', 's3']).optional(),
  S3_URL: z.string().refine(isS3Url, 'must be like https://s3.example.com/bucket or …/bucket/folder').optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region like eu-central-1')
    .default('us-east-1'),
  S3_ACCESS_KEY: text(200).optional(),
  S3_SECRET_KEY: text(1_000).optional(),
  SIGNING_COMMAND: text(4_000)
    .refine((value) => value.startsWith('/'), 'must begin with the absolute path of a program')
    .optional(),
  SIGNING_TIMEOUT_SECONDS: wholeNumber(1, 300).default(30),
  S3_DOWNLOADS: oneOf(['portal', 'presigned']).default('portal'),
  FETCH_HOSTS: list(isHostAndPort, 'must be hosts like builds.example.com, with commas between').default([]),
  PRIVATE_HOSTS: list(isHostAndPort, 'must be hosts like sso.corp.example:8443, with commas between').default([]),
  TRUSTED_LINK_HOSTS: list(isHostAndPort, 'must be hosts like wiki.example.com, with commas between').default([]),
  DNS_SERVERS: list(isDnsServer, 'must be addresses like 10.0.0.53 or 10.0.0.53:5353, with commas between').default([]),
  SCANNER_URL: z
    .string()
    .refine(isScanner, 'must be like tcp://scanner.example.com:3310 or unix:/run/clamav/clamd.ctl')
    .optional(),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'must be an https address (http on this machine only), without query')
    .optional(),
  OIDC_CLIENT_ID: text(200).optional(),
  OIDC_CLIENT_SECRET: text(1_000).optional(),
  OIDC_NAME: text(80).default('Single sign-on'),
  OIDC_DOMAINS: list(isDomain, 'must be domains like example.com, with commas between').default([]),
})
