import type { DescribedOperation } from '#kit/server/describe/described-operation.ts'

const tag = 'Container registry'
const pulls = 'Needs a token of `GET /api/registry/token` as a Bearer token; lists and sends what its user may pull.'
const pushes = 'Needs a token of `GET /api/registry/token` of a release manager as a Bearer token.'
const text = { type: 'string' } as const
const digest = { ...text, pattern: '^sha256:[0-9a-f]{64}$' } as const
const name = {
  name: 'name',
  in: 'path',
  required: true,
  schema: text,
  description: 'The repository; it may hold slashes.',
} as const
const reference = { name: 'reference', in: 'path', required: true, schema: text, description: 'A tag or a digest.' }
const slice = [
  { name: 'n', in: 'query', schema: { type: 'integer', minimum: 0, maximum: 1000 }, description: 'The most names.' },
  { name: 'last', in: 'query', schema: text, description: 'The name after which the part of the list begins.' },
] as const
const errors = {
  title: 'RegistryErrors',
  type: 'object',
  properties: {
    errors: { type: 'array', items: { type: 'object', properties: { code: text, message: text } } },
  },
} as const
const rejectionReplies = {
  '401': { description: 'UNAUTHORIZED', content: { 'application/json': { schema: errors } } },
  '404': {
    description: 'NAME_UNKNOWN, MANIFEST_UNKNOWN, BLOB_UNKNOWN',
    content: { 'application/json': { schema: errors } },
  },
}
const list = (title: string, field: string) => ({
  description: 'The names; the header Link has the address of the next part',
  content: {
    'application/json': {
      schema: { title, type: 'object', properties: { name: text, [field]: { type: 'array', items: text } } },
    },
  },
})
const bytes = (description: string) => ({ description, content: { 'application/octet-stream': {} } })

/** The operations of the OCI Distribution Specification 1.1 that the registry serves, but for the steps of an upload. */
export const distributionOperations = {
  VERSION: {
    name: 'checkRegistry',
    method: 'GET',
    url: '/v2',
    tag,
    summary: 'Check that this is a container registry and that the token is valid',
    description: pulls,
    parameters: [],
    responses: { '200': { description: 'The token is valid' }, '401': rejectionReplies['401'] },
  },
  CATALOG: {
    name: 'listRepositories',
    method: 'GET',
    url: '/v2/_catalog',
    tag,
    summary: 'List the repositories that the caller may pull from',
    description: pulls,
    parameters: slice,
    responses: { '200': list('RepositoryNames', 'repositories'), '401': rejectionReplies['401'] },
  },
  TAGS: {
    name: 'listTags',
    method: 'GET',
    url: '/v2/{name}/tags/list',
    tag,
    summary: 'List the tags of a repository',
    description: pulls,
    parameters: [name, ...slice],
    responses: { '200': list('TagNames', 'tags'), ...rejectionReplies },
  },
  MANIFEST: {
    name: 'pullManifest',
    method: 'GET',
    url: '/v2/{name}/manifests/{reference}',
    tag,
    summary: 'Get the manifest of an image',
    description: pulls,
    parameters: [name, reference],
    responses: { '200': bytes('The manifest, of the media type with which it was pushed'), ...rejectionReplies },
  },
  BLOB: {
    name: 'pullBlob',
    method: 'GET',
    url: '/v2/{name}/blobs/{digest}',
    tag,
    summary: 'Get a layer or configuration of an image, or a range of its bytes',
    description: pulls,
    parameters: [name, { name: 'digest', in: 'path', required: true, schema: digest }],
    responses: { '200': bytes('The bytes'), '206': bytes('The range of bytes'), ...rejectionReplies },
  },
  PUSH: {
    name: 'pushManifest',
    method: 'PUT',
    url: '/v2/{name}/manifests/{reference}',
    tag,
    summary: 'Store a manifest whose parts were pushed before',
    description: pushes,
    parameters: [name, reference],
    requestBody: { required: true, content: { 'application/vnd.oci.image.manifest.v1+json': {} } },
    responses: {
      '201': { description: 'Stored; the header Docker-Content-Digest has its digest' },
      ...rejectionReplies,
    },
  },
  UPLOAD: {
    name: 'beginBlobUpload',
    method: 'POST',
    url: '/v2/{name}/blobs/uploads',
    tag,
    summary: 'Begin the upload of a blob, or take one from another repository',
    description: pushes,
    parameters: [
      name,
      { name: 'digest', in: 'query', schema: digest, description: 'Of the body, which is the whole blob.' },
      { name: 'mount', in: 'query', schema: digest, description: 'Of a blob of another repository.' },
      { name: 'from', in: 'query', schema: text, description: 'That repository.' },
    ],
    requestBody: { content: { 'application/octet-stream': {} } },
    responses: {
      '201': { description: 'Stored' },
      '202': { description: 'Begun; the header Location has the address for the bytes' },
      ...rejectionReplies,
    },
  },
} satisfies Record<string, DescribedOperation>
