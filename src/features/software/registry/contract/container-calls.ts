import * as z from 'zod/mini'
import { connectionProblems } from '#features/platform/connections/contract.ts'
import { bundleProblems, manageFiles } from '#features/software/bundles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { registryProblems } from './registry.ts'

const tag = 'Registry'
const name = z.string().check(z.minLength(1), z.maxLength(128))
/** Repositories `{product}/{branch}/{container}`: `portal` those of the portal itself, `registry` of the connected one. */
const vendor = z.strictObject({ vendor: z.enum(['portal', 'registry']) })
const outsideProblems = [
  registryProblems['registry-not-connected'],
  connectionProblems['connection-test-failed'],
  connectionProblems['connection-timeout'],
] as const

const DockerProduct = z.object({
  product: z.string(),
  branches: z.array(z.object({ name: z.string(), versions: z.int() })),
})
export type DockerProduct = z.output<typeof DockerProduct>

const DockerImage = z.object({
  url: z.string(),
  containerName: z.string(),
  tag: z.string(),
  digest: z.string(),
  size: z.int(),
  platforms: z.array(z.string()),
})
const DockerVersion = z.object({
  tag: z.string(),
  /** Of the connected registry: when it was built, where that is known. */
  updated: z.nullable(z.iso.datetime()),
  dockerImages: z.array(DockerImage),
  /** Files `{product}/{branch}/{version}/*.iso` of the vendor's area. */
  isoURLs: z.array(z.string()),
})
export type DockerVersion = z.output<typeof DockerVersion>

export const listDockerProducts = endpoint({
  tag,
  guard: manageFiles,
  name: 'listDockerProducts',
  method: 'GET',
  url: '/api/ecr/{vendor}/products',
  summary: 'List the products of a registry with their branches',
  params: vendor,
  query: listQuery(['product'], {}, { maximum: 1000 }),
  reply: halList('products', DockerProduct),
  problems: outsideProblems,
})
export const listDockerVersions = endpoint({
  tag,
  guard: manageFiles,
  name: 'listDockerVersions',
  method: 'GET',
  url: '/api/ecr/{vendor}/products/versions',
  summary: 'List the versions of a branch with their images, the highest first',
  params: vendor,
  query: z.extend(listQuery(['tag'], {}, { maximum: 1000 }), { product: name, branch: name }),
  reply: halList('versions', DockerVersion),
  problems: outsideProblems,
})
export const checkDockerVersion = endpoint({
  tag,
  guard: manageFiles,
  name: 'checkDockerVersion',
  method: 'GET',
  url: '/api/ecr/{vendor}/products/check',
  summary: 'Check that all manifests and blobs of a version are in storage',
  params: vendor,
  query: z.strictObject({ product: name, branch: name, version: name }),
  reply: z.object({
    isComplete: z.boolean(),
    images: z.int(),
    /** Images that lack a part, each with its first missing digest. */
    missing: z.array(z.object({ containerName: z.string(), digest: z.string() })),
    checked: z.iso.datetime(),
  }),
  problems: [registryProblems['image-not-found'], ...outsideProblems],
})
export const uploadContainers = endpoint({
  tag,
  guard: manageFiles,
  name: 'uploadContainers',
  method: 'POST',
  url: '/api/box/v1/{bundleId}/upload',
  summary:
    'Add images to a bundle: all of them, or none. Those of the connected registry are pending until they are copied',
  params: z.strictObject({ bundleId: z.string().check(z.maxLength(64)) }),
  body: z.strictObject({
    containers: z
      .array(
        z.strictObject({
          product: name,
          branch: name,
          version: name,
          tag: name,
          containerName: z.string().check(z.minLength(1), z.maxLength(255)),
          /** The address of the image, in the portal or in the connected registry; made of product, branch and container name unless given. */
          sourceImageUrl: z.optional(z.string().check(z.maxLength(1000))),
        }),
      )
      .check(z.minLength(1), z.maxLength(500)),
  }),
  reply: z.object({ added: z.int() }),
  problems: [
    bundleProblems['bundle-not-found'],
    bundleProblems['bundle-end-of-life'],
    bundleProblems['component-file-exists'],
    registryProblems['image-not-found'],
  ],
})
