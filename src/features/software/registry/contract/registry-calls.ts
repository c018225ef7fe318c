import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { releaseProblems } from '#features/software/releases/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import {
  DetailsType,
  ImageStorage,
  manageRegistryAccess,
  RegistryCommand,
  RegistryCredential,
  RegistryLogin,
  RegistryPull,
  ReleaseImage,
  registryProblems,
} from './registry.ts'

const tag = 'Registry'
const id = z.string().check(z.maxLength(64))
const byId = z.strictObject({ id })
const account = z.string().check(z.maxLength(32))
const notFound = registryProblems['registry-credential-not-found']
const noAccount = accountProblems['account-not-found']
const credentials = '/api/registry/credentials'

export const listRegistryCredentials = endpoint({
  tag,
  guard: manageRegistryAccess,
  name: 'listRegistryCredentials',
  method: 'GET',
  url: credentials,
  summary: 'List the registry credentials of an account, without secrets',
  query: z.extend(listQuery(['created'], {}), { account }),
  reply: halList('credentials', RegistryCredential),
  problems: [noAccount],
})
export const createRegistryCredential = endpoint({
  tag,
  guard: manageRegistryAccess,
  forbiddenWhileImpersonating: true,
  name: 'createRegistryCredential',
  method: 'POST',
  url: credentials,
  summary: 'Create a registry credential; its secret is read from GET /api/ecr/credentials',
  status: 201,
  body: z.strictObject({
    account,
    name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/)),
    days: z.int().check(z.minimum(1), z.maximum(366)),
  }),
  reply: RegistryCredential,
  problems: [noAccount, registryProblems['registry-credential-exists']],
})
export const rotateRegistryCredential = endpoint({
  tag,
  guard: manageRegistryAccess,
  forbiddenWhileImpersonating: true,
  name: 'rotateRegistryCredential',
  method: 'POST',
  url: `${credentials}/{id}/rotate`,
  summary: 'Give the credential a new secret; the one before is accepted for the hours chosen',
  params: byId,
  body: z.strictObject({ overlapHours: z.int().check(z.minimum(0), z.maximum(24 * 30)) }),
  reply: RegistryCredential,
  problems: [notFound, registryProblems['registry-credential-revoked']],
})
export const changeRegistryOverlap = endpoint({
  tag,
  guard: manageRegistryAccess,
  forbiddenWhileImpersonating: true,
  name: 'changeRegistryOverlap',
  method: 'PATCH',
  url: `${credentials}/{id}`,
  summary: 'Accept the secret before the last rotation for these hours from now; 0 ends it at once',
  params: byId,
  body: z.strictObject({ overlapHours: z.int().check(z.minimum(0), z.maximum(24 * 30)) }),
  reply: RegistryCredential,
  problems: [notFound, registryProblems['registry-credential-revoked']],
})
export const revokeRegistryCredential = endpoint({
  tag,
  guard: manageRegistryAccess,
  forbiddenWhileImpersonating: true,
  name: 'revokeRegistryCredential',
  method: 'DELETE',
  url: `${credentials}/{id}`,
  summary: 'Revoke a registry credential; pulls with it end at once',
  params: byId,
  problems: [notFound, registryProblems['registry-credential-revoked']],
})
export const listRegistryPulls = endpoint({
  tag,
  guard: manageRegistryAccess,
  name: 'listRegistryPulls',
  method: 'GET',
  url: '/api/registry/pulls',
  summary: 'List the pulls of an account, newest first, denied ones too',
  query: z.extend(listQuery(['at'], {}), { account }),
  reply: halList('pulls', RegistryPull),
  problems: [noAccount],
  csv: true,
})
export const readRegistryLogin = endpoint({
  tag,
  guard: manageRegistryAccess,
  forbiddenWhileImpersonating: true,
  name: 'readRegistryLogin',
  method: 'GET',
  url: '/api/ecr/credentials',
  summary: 'Read user name and host of the registry; with decodeKey the secret, after a fresh sign-in',
  query: z.strictObject({
    account,
    decodeKey: z.optional(z.boolean()),
    detailsType: z.optional(DetailsType),
    /** By default where new releases are. */
    storage: z.optional(ImageStorage),
    /** The id of a credential: the newest active one unless given. */
    credential: z.optional(id),
  }),
  reply: RegistryLogin,
  problems: [
    noAccount,
    notFound,
    registryProblems['registry-credential-missing'],
    registryProblems['registry-not-connected'],
  ],
})
export const readRegistryDetails = endpoint({
  tag,
  guard: manageRegistryAccess,
  name: 'readRegistryDetails',
  method: 'GET',
  url: '/api/bundle-releases/{id}/registry-details',
  summary: 'Read the images of a release with the commands that pull them',
  params: byId,
  query: z.strictObject({ detailsType: z.optional(DetailsType), credential: z.optional(id) }),
  reply: z.object({
    storage: ImageStorage,
    host: z.string(),
    /** Null while the account has no credential. */
    username: z.nullable(z.string()),
    commands: z.array(RegistryCommand),
    images: z.array(ReleaseImage),
  }),
  problems: [releaseProblems['release-not-found']],
})
export const downloadRegistryCertificate = endpoint({
  tag,
  guard: 'anyone',
  name: 'downloadRegistryCertificate',
  method: 'GET',
  url: '/.well-known/headend-registry.pem',
  summary: 'Download the certificate that a connected registry trusts for tokens (rootcertbundle)',
  media: { produces: 'application/x-pem-file' },
  problems: [],
})
export const readRegistryToken = endpoint({
  tag,
  guard: 'anyone',
  name: 'readRegistryToken',
  method: 'GET',
  url: '/api/registry/token',
  summary:
    'Exchange a registry credential, or an API token of a release manager, for a token: of five minutes, or of one for the connected registry',
  query: z.object({
    service: z.optional(z.string().check(z.maxLength(255))),
    scope: z.optional(z.union([z.string().check(z.maxLength(2000)), z.array(z.string().check(z.maxLength(2000)))])),
    account: z.optional(z.string().check(z.maxLength(255))),
    client_id: z.optional(z.string().check(z.maxLength(255))),
    offline_token: z.optional(z.string().check(z.maxLength(10))),
  }),
  limit: { count: 6000, seconds: 60 },
  reply: z.object({ token: z.string(), access_token: z.string(), expires_in: z.int(), issued_at: z.iso.datetime() }),
  problems: [registryProblems['registry-access-denied'], registryProblems['registry-credential-without-maker']],
})
