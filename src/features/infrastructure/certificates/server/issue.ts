import { webcrypto } from 'node:crypto'
import { loadX509, SIGNING } from '#kit/server/x509.ts'
import { type Authorities, newSerial, yearsAfter } from './authorities.ts'
import type { ReadRequest } from './read-request.ts'

type Profile = 'SERVER' | 'CLIENT' | 'BOTH'

/** The extensions of a certificate, by name. */
export const issuedExtensions = [
  'subjectAltName',
  'keyUsage',
  'extendedKeyUsage',
  'basicConstraints',
  'subjectKeyIdentifier',
  'authorityKeyIdentifier',
  'cRLDistributionPoints',
] as const

/** The end of a certificate: never after that of the issuing CA. */
export async function expiryOf({ issuing }: Authorities, years: number, from = new Date()): Promise<Date> {
  const { X509Certificate } = await loadX509()
  return new Date(Math.min(yearsAfter(from, years).getTime(), new X509Certificate(issuing).notAfter.getTime()))
}

/** Signs a certificate of the profile for a request that was checked. */
export async function issue(
  authorities: Authorities,
  request: ReadRequest,
  { profile, years, crlUrl, from }: { profile: Profile; years: number; crlUrl: string; from?: Date },
) {
  const x509 = await loadX509()
  const issuer = new x509.X509Certificate(authorities.issuing)
  const algorithm = request.key.startsWith('RSA')
    ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    : { name: 'ECDSA', namedCurve: request.key }
  const publicKey = await webcrypto.subtle.importKey('spki', request.publicKey, algorithm, true, ['verify'])
  const uses = [
    ...(profile === 'CLIENT' ? [] : [x509.ExtendedKeyUsage.serverAuth]),
    ...(profile === 'SERVER' ? [] : [x509.ExtendedKeyUsage.clientAuth]),
  ]
  const usage =
    x509.KeyUsageFlags.digitalSignature | (request.key.startsWith('RSA') ? x509.KeyUsageFlags.keyEncipherment : 0)
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: request.subject,
    issuer: issuer.subject,
    notBefore: from ?? new Date(Date.now() - 300_000),
    notAfter: await expiryOf(authorities, years, from),
    publicKey,
    signingKey: authorities.key,
    signingAlgorithm: SIGNING,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(usage, true),
      new x509.ExtendedKeyUsageExtension(uses),
      new x509.SubjectAlternativeNameExtension([...request.names], request.subject === ''),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      new x509.CRLDistributionPointsExtension([crlUrl]),
    ],
  })
  return {
    serialNumber: certificate.serialNumber,
    pem: `${certificate.toString('pem')}\n`,
    notBefore: certificate.notBefore,
    notAfter: certificate.notAfter,
  }
}
