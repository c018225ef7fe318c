import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Config, readConfig } from './config.ts'

const key = 'k'.repeat(32)

test('without any setting it listens on loopback, embeds the database and may be a demo', () => {
  expect(config({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: undefined,
    demo: 'when-new',
    sessionHours: 8,
  })
})

test('empty settings count as absent', () => {
  expect(config({ PORT: '', HOST: ' ', DATABASE_URL: '' })).toEqual(config({}))
})

test.each([
  { DATABASE_URL: 'postgres://a:b@db/headend', SECRET_KEY: key },
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { PUBLIC_URL: 'https://portal.example.com' },
  { DEMO: 'off' },
])('demo mode is never on by default with %o', (env) => {
  expect(config(env).demo).toBe('off')
})

test.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1'])('%s is loopback', (HOST) => {
  expect(config({ HOST }).demo).toBe('when-new')
})

test('demo mode that is set is on everywhere', () => {
  expect(config({ DEMO: 'on', HOST: '0.0.0.0' }).demo).toBe('on')
})

test.each(['tcp://127.0.0.1:3310', 'tcp://[::1]:3310', 'unix:/run/clamav/clamd.ctl'])(
  '%s may be a scanner',
  (SCANNER_URL) => {
    expect(config({ SCANNER_URL }).scannerUrl).toBe(SCANNER_URL)
  },
)

test.each(['127.0.0.1:3310', 'tcp://scanner', 'http://scanner:3310', 'unix:clamd.ctl', 'tcp://a:1/x', 'tcp://u:p@a:1'])(
  '%s is not a scanner',
  (SCANNER_URL) => {
    expect(readConfig({ SCANNER_URL })).toEqual({ errors: [expect.stringMatching(/^SCANNER_URL must be like tcp:/)] })
  },
)

test.each([
  [
    { COOKIE_PREFIX: 'host' },
    'COOKIE_PREFIX host needs an https PUBLIC_URL: browsers take such cookies over TLS alone',
  ],
  [
    { COOKIE_PREFIX: 'host', PUBLIC_URL: 'http://portal.example.com' },
    'COOKIE_PREFIX host needs an https PUBLIC_URL: browsers take such cookies over TLS alone',
  ],
  [{ PASSWORD_POLICY: 'none' }, 'PASSWORD_POLICY must be one of composition, length, not "none"'],
  [{ PORT: '80a' }, 'PORT must be a whole number from 0 to 65535, not "80a"'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536"'],
  [{ HOST: 'a b' }, 'HOST must be an address or a host name, not "a b"'],
  [{ HOST: '300.1.1.1' }, 'HOST must be an address or a host name, not "300.1.1.1"'],
  [
    { PUBLIC_URL: 'portal.example.com' },
    'PUBLIC_URL must be like https://portal.example.com, without a path, not "portal.example.com"',
  ],
  [
    { PUBLIC_URL: 'https://example.com/portal' },
    'PUBLIC_URL must be like https://portal.example.com, without a path, not "https://example.com/portal"',
  ],
  [{ DEMO: 'yes' }, 'DEMO must be one of auto, on, off, not "yes"'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud"'],
  [
    { TRUSTED_PROXIES: '10.0.0.0/33' },
    'TRUSTED_PROXIES must be addresses or networks like 10.0.0.0/8, with commas between, not "10.0.0.0/33"',
  ],
  [{ MAIL_FROM: 'support' }, 'MAIL_FROM must be like Support <support@example.com>, not "support"'],
  [{ VENDOR_NAME: 'a\r\nBcc: b' }, 'VENDOR_NAME must be one line, not "a\\r\\nBcc: b"'],
  [{ HEADEND_PORT: '1' }, 'HEADEND_PORT is not a setting, PORT is'],
  [{ HEADEND_COLOUR: '1' }, 'HEADEND_COLOUR is not a setting of Headend'],
  [
    { DATABASE_URL: 'postgres://a:b@db/x' },
    'SECRET_KEY must be set together with DATABASE_URL: 32 characters or more, the same for every process',
  ],
] as [Record<string, string>, string][])('%o is rejected in one line', (env, line) => {
  expect(errors(env)).toEqual([line])
})

test('every wrong setting has its own line', () => {
  expect(errors({ PORT: 'x', DEMO: 'x', SESSION_HOURS: '0' })).toHaveLength(3)
})

test.each(['SECRET_KEY', 'SECRET_KEY_BEFORE', 'DATABASE_URL', 'SMTP_URL'])('a wrong %s is not repeated', (name) => {
  expect(errors({ [name]: 'hunter2' }).join()).not.toContain('hunter2')
})

test('whatever a setting holds, the result is a configuration or plain lines', () => {
  const names = [
    'PORT',
    'HOST',
    'PUBLIC_URL',
    'DATA_DIR',
    'DATABASE_URL',
    'SECRET_KEY',
    'DEMO',
    'SMTP_URL',
    'MAIL_FROM',
  ]
  const others = [
    'VENDOR_ID',
    'PORTAL_ENVIRONMENT',
    'TRUSTED_PROXIES',
    'SESSION_HOURS',
    'DATABASE_POOL',
    'ALLOWED_ORIGINS',
  ]
  fc.assert(
    fc.property(fc.constantFrom(...names, ...others), fc.string({ unit: 'binary', maxLength: 400 }), (name, value) => {
      const result = readConfig({ [name]: value })
      if ('errors' in result) for (const line of result.errors) expect(line).toMatch(/^[A-Z_]+ [^\n\r]+$/)
    }),
  )
})

test('every port is used unchanged', () => {
  const port = fc.integer({ min: 0, max: 65_535 })
  fc.assert(fc.property(port, (number) => config({ PORT: String(number) }).port === number))
})

function config(env: Record<string, string>): Config {
  const result = readConfig(env)
  if ('errors' in result) throw new Error(result.errors.join('\n'))
  return result.config
}

function errors(env: Record<string, string>): string[] {
  const result = readConfig(env)
  return 'errors' in result ? result.errors : []
}
