import * as z from 'zod/mini'
import { domainProblems } from '#features/sign-in/domains/contract.ts'
import { managedUserProblems } from '#features/users/managed-users/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { scimProblems } from './scim-problems.ts'
import { listOf, ResourceType, Schema, ScimUser, SentPatch, SentUser, ServiceProviderConfig } from './scim-shapes.ts'

/** Where the portal serves SCIM 2.0 (RFC 7644). */
export const SCIM_API = '/scim/v2'
/** Calls of one token in a minute, at most. */
export const SCIM_LIMIT = { count: 1_200, seconds: 60 }
/** Users in a page, at most. */
export const MOST_IN_PAGE = 200

const url = `${SCIM_API}/Users`
const commonParts = {
  tag: 'Users from a directory (SCIM)',
  guard: 'anyone',
  /** Of an address: calls without a valid token count too. */
  limit: { count: 2_400, seconds: 60 },
} as const
const token = [scimProblems['scim-token-invalid'], scimProblems['scim-provider-disabled']] as const
const noUser = scimProblems['scim-user-not-found']
const params = z.strictObject({ id: z.string().check(z.maxLength(64)) })
const resourceParams = z.strictObject({ id: z.string().check(z.maxLength(100)) })
const number = z.optional(z.int().check(z.minimum(-1_000_000_000), z.maximum(1_000_000_000)))
const text = z.optional(z.string().check(z.maxLength(1_000)))
const writeProblems = [
  ...token,
  scimProblems['scim-user-exists'],
  scimProblems['scim-domain-not-routed'],
  scimProblems['scim-credentials-elsewhere'],
  scimProblems['scim-value-invalid'],
  scimProblems['scim-path-invalid'],
  domainProblems['domain-forbidden'],
  managedUserProblems['last-administrator'],
  managedUserProblems['seats-taken'],
] as const

export const readScimConfig = endpoint({
  ...commonParts,
  name: 'readScimConfig',
  method: 'GET',
  url: `${SCIM_API}/ServiceProviderConfig`,
  summary: 'Read what the portal can do of SCIM 2.0',
  reply: ServiceProviderConfig,
  problems: [],
})
export const listScimTypes = endpoint({
  ...commonParts,
  name: 'listScimTypes',
  method: 'GET',
  url: `${SCIM_API}/ResourceTypes`,
  summary: 'List the kinds of resources of SCIM',
  reply: listOf(ResourceType),
  problems: [],
})
export const readScimType = endpoint({
  ...commonParts,
  name: 'readScimType',
  method: 'GET',
  url: `${SCIM_API}/ResourceTypes/{id}`,
  summary: 'Read a kind of resource of SCIM',
  params: resourceParams,
  reply: ResourceType,
  problems: [scimProblems['scim-no-such-schema']],
})
export const listScimSchemas = endpoint({
  ...commonParts,
  name: 'listScimSchemas',
  method: 'GET',
  url: `${SCIM_API}/Schemas`,
  summary: 'List the schemas of SCIM',
  reply: listOf(Schema),
  problems: [],
})
export const readScimSchema = endpoint({
  ...commonParts,
  name: 'readScimSchema',
  method: 'GET',
  url: `${SCIM_API}/Schemas/{id}`,
  summary: 'Read the attributes of a schema of SCIM',
  params: resourceParams,
  reply: Schema,
  problems: [scimProblems['scim-no-such-schema']],
})

export const listScimUsers = endpoint({
  ...commonParts,
  name: 'listScimUsers',
  method: 'GET',
  url,
  summary: 'List the users of the provider of the token: bound to it, or of a domain routed to it',
  query: z.object({ filter: text, startIndex: number, count: number }),
  reply: listOf(ScimUser),
  problems: [...token, scimProblems['scim-filter-invalid']],
})
export const readScimUser = endpoint({
  ...commonParts,
  name: 'readScimUser',
  method: 'GET',
  url: `${url}/{id}`,
  summary: 'Read a user of the provider of the token',
  params,
  reply: ScimUser,
  problems: [...token, noUser],
})
export const createScimUser = endpoint({
  ...commonParts,
  name: 'createScimUser',
  method: 'POST',
  url,
  status: 201,
  summary: 'Create a user, who signs in with the provider; one whom the directory deleted before returns',
  body: SentUser,
  reply: ScimUser,
  problems: [...writeProblems],
})
export const replaceScimUser = endpoint({
  ...commonParts,
  name: 'replaceScimUser',
  method: 'PUT',
  url: `${url}/{id}`,
  summary: 'Replace the attributes of a user',
  params,
  body: SentUser,
  reply: ScimUser,
  problems: [...writeProblems, noUser],
})
export const changeScimUser = endpoint({
  ...commonParts,
  name: 'changeScimUser',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Change attributes of a user; with active false, everything that works for them ends',
  params,
  body: SentPatch,
  reply: ScimUser,
  problems: [...writeProblems, noUser, scimProblems['scim-target-missing']],
})
export const deleteScimUser = endpoint({
  ...commonParts,
  name: 'deleteScimUser',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Deactivate a user, and forget them for this directory; what they wrote stays',
  params,
  problems: [...token, noUser, managedUserProblems['last-administrator']],
})
