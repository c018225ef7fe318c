import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** See, create, rotate and revoke the credentials with which an account pulls its images. */
export const manageRegistryAccess = permission(
  'registry:credentials',
  'Manage registry access',
  roles('MANAGER', 'USER', 'ADMIN', 'RELMGR', 'HARMONIC_TAC_MANAGER'),
)

export const registryProblems = problems({
  'registry-credential-not-found': { status: 404, text: 'This registry credential was not found.' },
  'registry-credential-exists': {
    status: 409,
    text: 'The account already has a registry credential named {name}. Use another name, or rotate that one.',
  },
  'registry-credential-revoked': { status: 409, text: 'The registry credential {name} is revoked. Create a new one.' },
  'registry-credential-missing': {
    status: 404,
    text: 'The account {account} has no registry credential. Create one first.',
  },
  'registry-access-denied': {
    status: 401,
    text: 'User name or secret of the registry is wrong, or the credential has expired or was revoked.',
  },
  'registry-credential-without-maker': {
    status: 403,
    text: 'The user who answers for this credential no longer manages registry access of the account. A manager of the account creates a new one, or the vendor hands this one over to them.',
  },
  'image-not-found': { status: 404, text: 'The registry has no image {name}.' },
  'registry-not-connected': { status: 404, text: 'No registry is connected, or its connection is stopped.' },
})

/** The client whose commands are shown; LOGIN: user name and secret alone. */
export const DetailsType = z.enum(['LOGIN', 'DOCKER', 'PODMAN', 'SKOPEO', 'KUBERNETES'])
export type DetailsType = z.output<typeof DetailsType>

/** Where customers pull images: the portal's own registry, or the connected one. */
export const ImageStorage = z.enum(['PORTAL', 'REGISTRY'])
export type ImageStorage = z.output<typeof ImageStorage>

/** ROTATING: the secret before is accepted too. EXPIRES_SOON: within 14 days. */
export const CredentialState = z.enum(['ACTIVE', 'ROTATING', 'EXPIRES_SOON', 'EXPIRED', 'REVOKED'])
export type CredentialState = z.output<typeof CredentialState>

const Use = z.nullable(z.object({ at: z.iso.datetime(), address: z.nullable(z.string()) }))

/** A credential with which hosts of an account pull images; without its secret. */
export const RegistryCredential = z.object({
  id: z.string(),
  account: z.string(),
  name: z.string(),
  username: z.string(),
  state: CredentialState,
  expires: z.iso.datetime(),
  /** Until when the secret before the last rotation is accepted. */
  previousUntil: z.nullable(z.iso.datetime()),
  rotated: z.nullable(z.iso.datetime()),
  revoked: z.nullable(z.iso.datetime()),
  revokedBy: z.nullable(z.string()),
  lastUsed: Use,
  /** The last use of the secret before, since the rotation. */
  previousUsed: Use,
  created: z.iso.datetime(),
  createdBy: z.string(),
  version: z.int(),
})
export type RegistryCredential = z.output<typeof RegistryCredential>

/** A pull, or an attempt at one that was denied. */
export const RegistryPull = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  repository: z.string(),
  /** The tag or digest that was asked for. */
  reference: z.string(),
  digest: z.nullable(z.string()),
  credential: z.string(),
  withPreviousSecret: z.boolean(),
  by: z.string(),
  address: z.nullable(z.string()),
  release: z.nullable(z.object({ id: z.string(), name: z.string() })),
  denied: z.nullable(z.enum(['NOT_DELIVERED', 'WITHDRAWN'])),
})
export type RegistryPull = z.output<typeof RegistryPull>

/** A command of a client, to be copied. */
export const RegistryCommand = z.object({ purpose: z.enum(['LOGIN', 'PULL', 'SECRET']), command: z.string() })
export type RegistryCommand = z.output<typeof RegistryCommand>

/** User name and host of the registry; the secret only on request. */
export const RegistryLogin = z.object({
  storage: ImageStorage,
  host: z.string(),
  username: z.string(),
  /** The secret, or a mask of it. */
  secret: z.string(),
  isDecoded: z.boolean(),
  expires: z.iso.datetime(),
  credential: z.string(),
  commands: z.array(RegistryCommand),
})

/** An image of a release and how it is pulled. */
export const ReleaseImage = z.object({
  repository: z.string(),
  tag: z.string(),
  digest: z.string(),
  size: z.int(),
  platforms: z.array(z.string()),
  state: z.enum(['ASSIGNED', 'SIGNED', 'DOWNLOADED', 'DEPLOYED', 'MISSING']),
  pullCommand: z.string(),
})
export type ReleaseImage = z.output<typeof ReleaseImage>
