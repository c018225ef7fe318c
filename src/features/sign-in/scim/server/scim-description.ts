import type { ReplyOf } from '#kit/server/serve/request-context.ts'
import {
  MOST_IN_PAGE,
  type readScimConfig,
  type readScimType,
  SCIM_API,
  type Schema,
  USER_SCHEMA,
} from '../contract.ts'

const core = (name: string) => `urn:ietf:params:scim:schemas:core:2.0:${name}`

/** What the portal can do of SCIM. */
export function configOf(base: string): ReplyOf<typeof readScimConfig> {
  return {
    schemas: [core('ServiceProviderConfig')],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MOST_IN_PAGE },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'The token that an administrator creates on the page of the identity provider',
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}${SCIM_API}/ServiceProviderConfig` },
  }
}

/** The kinds of resources. */
export function typesOf(base: string): ReplyOf<typeof readScimType>[] {
  return [
    {
      schemas: [core('ResourceType')],
      id: 'User',
      name: 'User',
      endpoint: '/Users',
      description: 'A user of the portal',
      schema: USER_SCHEMA,
      meta: { resourceType: 'ResourceType', location: `${base}${SCIM_API}/ResourceTypes/User` },
    },
  ]
}

const attribute = (
  name: string,
  type: string,
  description: string,
  more: object = {},
): Schema['attributes'][number] => ({
  name,
  type,
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const values = (name: string, description: string) =>
  attribute(name, 'complex', description, {
    multiValued: true,
    subAttributes: [
      attribute('value', 'string', 'The value'),
      attribute('type', 'string', 'work'),
      attribute('primary', 'boolean', 'Whether it is the one that counts'),
    ],
  })

/** The attributes of the resources. */
export function schemasOf(base: string): Schema[] {
  return [
    {
      schemas: [core('Schema')],
      id: USER_SCHEMA,
      name: 'User',
      description: 'A user of the portal',
      attributes: [
        attribute('userName', 'string', 'How the directory calls the user', { required: true, uniqueness: 'server' }),
        attribute('externalId', 'string', 'The id of the user in the directory', { caseExact: true }),
        attribute('displayName', 'string', 'The name that the portal shows'),
        attribute('name', 'complex', 'The parts of the name', {
          subAttributes: [
            attribute('formatted', 'string', 'The whole name'),
            attribute('givenName', 'string', 'The given name'),
            attribute('familyName', 'string', 'The family name'),
          ],
        }),
        attribute('title', 'string', 'The job title'),
        values('emails', 'The address of work, with which the user signs in'),
        values('phoneNumbers', 'The telephone number of work'),
        attribute('active', 'boolean', 'False ends everything that works for the user'),
      ],
      meta: { resourceType: 'Schema', location: `${base}${SCIM_API}/Schemas/${USER_SCHEMA}` },
    },
  ]
}
