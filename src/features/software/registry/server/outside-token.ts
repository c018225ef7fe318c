import { createPrivateKey, KeyObject, randomUUID, webcrypto, X509Certificate } from 'node:crypto'
import { SignJWT } from 'jose'
import { customersRegistry, type RegistryPlace } from '#features/software/uploads/server/index.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { storedSecret } from '#kit/server/portal-key.ts'
import { loadX509, SIGNING } from '#kit/server/x509.ts'
import { registryHost, tokenServer } from './registry-host.ts'
import type { Access } from './registry-token.ts'

/**
 * Seconds that a token for another registry is valid. That registry does not ask whether the credential still is, so it is
 * the shortest time that clients accept.
 */
export const OUTSIDE_SECONDS = 60
const NAME = 'registry token key'
const YEARS = 10

type TokenKey = { readonly certificate: string; readonly privateKey: string }

/** The key of tokens for other registries, with the certificate that they trust; made at the first use. */
export async function outsideTokenKey({ db, config }: Pick<AppContext, 'db' | 'config'>): Promise<TokenKey> {
  const createKey = () => makeKey().then((key) => JSON.stringify(key))
  return JSON.parse(await storedSecret(db, encryptorFor(config), NAME, createKey)) as TokenKey
}

async function makeKey(): Promise<TokenKey> {
  const { X509CertificateGenerator } = await loadX509()
  const keys = await webcrypto.subtle.generateKey(SIGNING, true, ['sign', 'verify'])
  const notBefore = new Date(Date.now() - 86_400_000)
  const notAfter = new Date(notBefore)
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + YEARS)
  const self = { name: 'CN=Headend registry tokens', keys, notBefore, notAfter, signingAlgorithm: SIGNING }
  const certificate = await X509CertificateGenerator.createSelfSigned(self)
  const privateKey = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' })
  return { certificate: certificate.toString('pem'), privateKey: String(privateKey) }
}

/**
 * Signs a token that docker-registry (distribution 2 and 3) checks: ES256, with the certificate in the header, because the
 * two name keys differently.
 */
export async function signOutsideToken(
  portal: Pick<AppContext, 'db' | 'config' | 'publicUrl'>,
  { service, subject, access }: { service: string; subject: string; access: readonly Access[] },
): Promise<string> {
  const { certificate, privateKey } = await outsideTokenKey(portal)
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ access })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', x5c: [new X509Certificate(certificate).raw.toString('base64')] })
    .setIssuer(registryHost(portal))
    .setSubject(subject)
    .setAudience(service)
    .setIssuedAt(now)
    .setNotBefore(now - 5)
    .setExpirationTime(now + OUTSIDE_SECONDS)
    .setJti(randomUUID())
    .sign(createPrivateKey(privateKey))
}

/** The registry that customers pull from, if that is the service that a token is for. */
export async function outsideService(
  portal: Pick<AppContext, 'db' | 'publicUrl'>,
  service: string | undefined,
): Promise<RegistryPlace | undefined> {
  if (service === undefined || service === registryHost(portal)) return undefined
  const place = await customersRegistry(portal)
  return place?.host === service ? place : undefined
}

/**
 * The portal's own token for a registry at this place, when that names the portal as its token server and itself as the
 * service; undefined otherwise. Without repositories it is for the registry itself.
 */
export async function portalToken(
  portal: Pick<AppContext, 'db' | 'config' | 'publicUrl'>,
  { host }: RegistryPlace,
  { realm, service }: { readonly realm: string | undefined; readonly service: string | undefined },
  accesses: readonly { readonly repository: string; readonly actions: string }[],
): Promise<{ token: string; seconds: number } | undefined> {
  if (realm !== tokenServer(portal) || service !== host || host === registryHost(portal)) return undefined
  const repositories = accesses.map(({ repository: name, actions }) => ({
    ...{ type: 'repository', name },
    actions: actions.split(','),
  }))
  const access = repositories.length > 0 ? repositories : [{ type: 'registry', name: 'catalog', actions: ['*'] }]
  return { token: await signOutsideToken(portal, { service, subject: 'portal', access }), seconds: OUTSIDE_SECONDS }
}
