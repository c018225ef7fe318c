import type { SeededRandom } from '#kit/server/load/seeded.ts'

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** Random characters, for a secret that stands nowhere else. */
export function secretText(random: SeededRandom, length: number, from = letters): string {
  return Array.from({ length }, () => from[random.below(from.length)]).join('')
}

/** Twenty ways in which secrets get into logs: the lines, and the parts that must not be readable. */
export const secretForms: readonly ((random: SeededRandom) => { lines: string[]; secret: string })[] = [
  (r) => one(r, 11, (s) => `snmp-server community ${s} ro`),
  (r) => one(r, 9, (s) => `snmpd: community "${s}" access rw`),
  (r) => one(r, 12, (s) => `com2sec readonly 10.20.0.0/16 ${s}`),
  (r) => one(r, 10, (s) => `+ snmpwalk -v2c -c ${s} 10.20.4.7 1.3.6.1.2.1.1`),
  (r) => one(r, 14, (s) => `username noc privilege 15 secret 5 $1$mERr$${s}`),
  (r) => one(r, 12, (s) => `ssd: url https://fwload:${s}@ssd.operator.example/images/`),
  (r) =>
    one(r, 16, (s) => `2026-11-20T01:12:44Z db: connect failed dsn="host=10.2.0.9 user=pnm password=${s} dbname=pnm"`),
  (r) => one(r, 13, (s) => `{"level":"debug","msg":"login","user":"svc-provision","password":"${s}"}`),
  (r) => one(r, 40, (s) => `> Authorization: Bearer ${s}`),
  (r) => one(r, 36, (s) => `curl -s -H 'X-Api-Key: ${s}' https://nms.operator.example/api/v2/alarms`),
  (r) => one(r, 24, (s) => `radius-server host 10.9.0.3 auth-port 1812 acct-port 1813 key 7 ${s}`),
  (r) => one(r, 18, (s) => `cable shared-secret: ${s}`),
  (r) => one(r, 16, (s) => `snmp-server user poller netops v3 auth sha ${s} priv aes 128 ${s}x`),
  (r) => one(r, 36, (s) => `remote "origin" https://oauth2:glpat-${s}@git.operator.example/config.git`),
  (r) => one(r, 16, (s) => `AWS_ACCESS_KEY_ID=AKIA${s}`, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'),
  (r) => one(r, 40, (s) => `aws_secret_access_key = ${s}`),
  (r) => one(r, 48, (s) => `set-cookie: portal_session=${s}; Path=/; HttpOnly`),
  (r) => one(r, 43, (s) => `refresh_token=${s}&grant_type=refresh_token`),
  jsonWebToken,
  privateKey,
]

function one(random: SeededRandom, length: number, line: (secret: string) => string, from?: string) {
  const secret = secretText(random, length, from)
  return { lines: [line(secret)], secret }
}

function jsonWebToken(random: SeededRandom) {
  const secret = secretText(random, 43)
  const payload = Buffer.from(JSON.stringify({ sub: `svc-${random.below(900)}`, iat: 1_763_600_000 })).toString(
    'base64url',
  )
  return { lines: [`ws: upgrade with eyJhbGciOiJIUzI1NiJ9.${payload}.${secret}`], secret }
}

function privateKey(random: SeededRandom) {
  const secret = secretText(random, 64)
  const body = [secretText(random, 64), secret, secretText(random, 22)]
  return { lines: ['-----BEGIN EC PRIVATE KEY-----', ...body, '-----END EC PRIVATE KEY-----'], secret }
}
