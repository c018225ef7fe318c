import * as z from 'zod/mini'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'

const value = z.object({ value: z.string(), type: z.string(), primary: z.boolean() })
const moment = z.iso.datetime()

/** A user as their directory reads them (RFC 7643, 4.1). `active` is false once they were deactivated. */
export const ScimUser = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  externalId: z.optional(z.string()),
  userName: z.string(),
  name: z.object({
    formatted: z.string(),
    givenName: z.optional(z.string()),
    familyName: z.optional(z.string()),
  }),
  displayName: z.string(),
  title: z.optional(z.string()),
  emails: z.array(value),
  phoneNumbers: z.optional(z.array(value)),
  active: z.boolean(),
  meta: z.object({
    resourceType: z.literal('User'),
    created: moment,
    lastModified: moment,
    location: z.string(),
    version: z.string(),
  }),
})
export type ScimUser = z.output<typeof ScimUser>

/**
 * What a directory sends of a user. Directories differ in the case of names and write booleans as text, so the server
 * reads the attributes one by one; those that the portal does not keep are left out.
 */
export const SentUser = z.record(z.string(), z.unknown())

/** Changes of a user (RFC 7644, 3.5.2). `op` is add, replace or remove, in any case. */
export const SentPatch = z.looseObject({
  Operations: z
    .array(
      z.looseObject({
        op: z.string().check(z.maxLength(20)),
        path: z.optional(z.string().check(z.maxLength(500))),
        value: z.optional(z.unknown()),
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
})

/** The list of RFC 7644, 3.4.2; `startIndex` counts from 1. */
export function listOf<Resource extends z.ZodMiniType>(resource: Resource) {
  return z.object({
    schemas: z.array(z.string()),
    totalResults: z.int(),
    startIndex: z.int(),
    itemsPerPage: z.int(),
    Resources: z.array(resource),
  })
}

const feature = z.object({ supported: z.boolean() })

/** What the portal can do of the protocol (RFC 7643, 5). */
export const ServiceProviderConfig = z.object({
  schemas: z.array(z.string()),
  documentationUri: z.optional(z.string()),
  patch: feature,
  bulk: z.extend(feature, { maxOperations: z.int(), maxPayloadSize: z.int() }),
  filter: z.extend(feature, { maxResults: z.int() }),
  changePassword: feature,
  sort: feature,
  etag: feature,
  authenticationSchemes: z.array(z.object({ type: z.string(), name: z.string(), description: z.string() })),
  meta: z.object({ resourceType: z.string(), location: z.string() }),
})

/** A kind of resource (RFC 7643, 6). */
export const ResourceType = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  name: z.string(),
  endpoint: z.string(),
  description: z.string(),
  schema: z.string(),
  meta: z.object({ resourceType: z.string(), location: z.string() }),
})

const attribute = {
  name: z.string(),
  type: z.string(),
  multiValued: z.boolean(),
  description: z.string(),
  required: z.boolean(),
  caseExact: z.boolean(),
  mutability: z.string(),
  returned: z.string(),
  uniqueness: z.string(),
}

/** The attributes of a kind of resource (RFC 7643, 7). */
export const Schema = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  name: z.string(),
  description: z.string(),
  attributes: z.array(z.object({ ...attribute, subAttributes: z.optional(z.array(z.object(attribute))) })),
  meta: z.object({ resourceType: z.string(), location: z.string() }),
})
export type Schema = z.output<typeof Schema>
