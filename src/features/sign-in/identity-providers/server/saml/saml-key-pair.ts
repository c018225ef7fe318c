import { webcrypto } from 'node:crypto'
import type { EncryptedColumn } from '#kit/server/encrypted-column.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { loadX509 } from '#kit/server/x509.ts'

/**
 * The portal's key pair as a service provider, in PEM: responses are encrypted for the certificate, requests signed
 * with the key.
 */
export type OwnKeys = { readonly certificate: string; readonly privateKey: string }

const PURPOSE = 'saml key'
const YEARS = 10

/** The column of the private key. */
export const samlKeys: EncryptedColumn = {
  table: 'saml_keys',
  key: 'id',
  column: 'private_key',
  purposeOf: () => PURPOSE,
}

/** Reads the key pair; one of the nodes creates it at the first use. */
export async function samlKeyPair({ db }: Pick<AppContext, 'db'>, encrypt: Encryptor): Promise<OwnKeys> {
  const read = () => db.selectFrom('saml_keys').select(['certificate', 'private_key']).executeTakeFirst()
  const storedKeys = await read()
  if (storedKeys) return decryptKeys(storedKeys, encrypt)
  const newKeys = await makeKeys()
  const row = { certificate: newKeys.certificate, private_key: encrypt.close(newKeys.privateKey, PURPOSE) }
  await db
    .insertInto('saml_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return decryptKeys((await read())!, encrypt)
}

function decryptKeys(row: { certificate: string; private_key: Buffer }, encrypt: Encryptor): OwnKeys {
  return { certificate: row.certificate, privateKey: encrypt.open(row.private_key, PURPOSE) }
}

/** A self-signed certificate (RSA 3072): providers check its key, not its issuer. */
async function makeKeys(): Promise<OwnKeys> {
  const { X509CertificateGenerator } = await loadX509()
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 3072,
    publicExponent: new Uint8Array([1, 0, 1]),
  }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const notBefore = new Date(Date.now() - 86_400_000)
  const notAfter = new Date(notBefore)
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + YEARS)
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Headend SAML service provider',
    keys,
    notBefore,
    notAfter,
    signingAlgorithm: algorithm,
  })
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  const privateKey = `-----BEGIN PRIVATE KEY-----\n${der.match(/.{1,64}/g)!.join('\n')}\n-----END PRIVATE KEY-----\n`
  return { certificate: certificate.toString('pem'), privateKey }
}
