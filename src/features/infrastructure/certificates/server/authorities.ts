import { createPrivateKey, webcrypto } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { EncryptedColumn } from '#kit/server/encrypted-column.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { loadX509, SIGNING } from '#kit/server/x509.ts'
import { authorityCreated } from '../contract.ts'

const PURPOSE = 'certificate authority'
const ROOT_YEARS = 25
const ISSUING_YEARS = 15

/** The column of the private keys of the authorities. */
export const authorityKeys: EncryptedColumn = {
  table: 'certificate_authorities',
  key: 'level',
  column: 'private_key',
  purposeOf: () => PURPOSE,
}

/** The certificates of both authorities in PEM, and the key that signs. */
export type Authorities = { readonly root: string; readonly issuing: string; readonly key: CryptoKey }

/** The authorities; one of the nodes creates them at their first use. */
export async function readAuthorities(db: Database, encrypt: Encryptor): Promise<Authorities> {
  const authorities = await find(db, encrypt)
  return authorities ?? inTransaction(db, (tx) => authoritiesIn(tx, encrypt))
}

async function find(db: Database | Tx, encrypt: Encryptor): Promise<Authorities | undefined> {
  const rows = await db.selectFrom('certificate_authorities').selectAll().execute()
  const [root, issuing] = ['ROOT', 'ISSUING'].map((level) => rows.find((row) => row.level === level))
  if (!root || !issuing) return undefined
  const key = createPrivateKey(encrypt.open(issuing.private_key, PURPOSE)).export({ type: 'pkcs8', format: 'der' })
  return {
    root: root.certificate,
    issuing: issuing.certificate,
    key: await webcrypto.subtle.importKey('pkcs8', key, SIGNING, false, ['sign']),
  }
}

/** The same within a command: it needs no second connection. */
export async function authoritiesIn(tx: Tx, encrypt: Encryptor): Promise<Authorities> {
  const there = await find(tx, encrypt)
  if (there) return there
  await sql`select pg_advisory_xact_lock(hashtextextended('certificate authorities', 0))`.execute(tx)
  const authorities = await find(tx, encrypt)
  if (authorities) return authorities
  const x509 = await loadX509()
  const [rootKeys, issuingKeys] = await Promise.all([newKeys(), newKeys()])
  const ca = async (keys: CryptoKeyPair, issuer: CryptoKey, name: string, years: number, depth: number) =>
    x509.X509CertificateGenerator.create({
      serialNumber: newSerial(),
      subject: name,
      issuer: ROOT_NAME,
      notBefore: new Date(),
      notAfter: yearsAfter(new Date(), years),
      publicKey: keys.publicKey,
      signingKey: issuer,
      signingAlgorithm: SIGNING,
      extensions: [
        new x509.BasicConstraintsExtension(true, depth, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
        await x509.AuthorityKeyIdentifierExtension.create(rootKeys.publicKey),
      ],
    })
  const root = await ca(rootKeys, rootKeys.privateKey, ROOT_NAME, ROOT_YEARS, 1)
  const issuing = await ca(issuingKeys, rootKeys.privateKey, 'CN=Headend issuing CA', ISSUING_YEARS, 0)
  const row = async (
    level: 'ROOT' | 'ISSUING',
    certificate: { toString(form: 'pem'): string },
    keys: CryptoKeyPair,
  ) => ({
    level,
    certificate: `${certificate.toString('pem')}\n`,
    private_key: encrypt.close(await pemOf(keys.privateKey), PURPOSE),
  })
  const rows = [await row('ROOT', root, rootKeys), await row('ISSUING', issuing, issuingKeys)]
  await tx.insertInto('certificate_authorities').values(rows).execute()
  await recordEvent(tx, authorityCreated, noUser, { data: { what: issuing.subject } })
  return (await find(tx, encrypt))!
}

const ROOT_NAME = 'CN=Headend root CA'

async function newKeys(): Promise<CryptoKeyPair> {
  return (await webcrypto.subtle.generateKey(SIGNING, true, ['sign', 'verify'])) as CryptoKeyPair
}

async function pemOf(key: CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key))
  return String(createPrivateKey({ key: der, type: 'pkcs8', format: 'der' }).export({ type: 'pkcs8', format: 'pem' }))
}

/** A random positive serial number of 128 bits, hexadecimal. */
export function newSerial(): string {
  const bytes = Buffer.from(webcrypto.getRandomValues(new Uint8Array(16)))
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return bytes.toString('hex')
}

/** The same day so many years later. */
export function yearsAfter(from: Date, years: number): Date {
  const at = new Date(from)
  at.setUTCFullYear(at.getUTCFullYear() + years)
  return at
}
