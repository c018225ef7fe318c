import * as z from 'zod/mini'
import { DeploymentType, UserRef } from '#features/accounts/accounts/contract.ts'
import { FileCheck } from '#kit/contract/file-check.ts'
import { BundleStatus } from './bundle-state.ts'

/** The name of a bundle or a release: one line, with visible characters and none that reverses or hides it. */
export const ProductName = z.string().check(z.maxLength(250), z.regex(/^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]+$/u))

/** A product, or a version of it. */
export const ProductText = z.string().check(z.maxLength(100), z.regex(/^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]+$/u))

/** An event of a bundle, a file of it or a release of it. */
export const BundleEntry = z.object({
  id: z.string(),
  name: z.string(),
  at: z.iso.datetime(),
  by: z.nullable(z.string()),
  account: z.nullable(z.string()),
  /** The subject, when it is not the bundle as a whole: the name of a file or a release. */
  what: z.nullable(z.string()),
  changes: z.record(z.string(), z.unknown()),
})
export type BundleEntry = z.output<typeof BundleEntry>

/** A case with a question about a bundle. */
export const BundleCase = z.object({ key: z.string(), subject: z.string(), account: z.string(), status: z.string() })

/** The totals of a bundle. */
const BundleFigures = z.object({
  components: z.int(),
  inStorage: z.int(),
  /** Bytes in storage. */
  size: z.int(),
  releases: z.int(),
  delivered: z.int(),
  patches: z.int(),
  notes: z.int(),
})

/** A named version of deliverables. Fields for vendor staff only are null or empty for customers. */
export const Bundle = z.object({
  id: z.string(),
  name: z.string(),
  isContainerized: z.boolean(),
  parentId: z.nullable(z.string()),
  parentName: z.nullable(z.string()),
  /** Prefilled from the name. */
  product: z.nullable(z.string()),
  productVersion: z.nullable(z.string()),
  deploymentType: DeploymentType,
  status: BundleStatus,
  /** Why it is on hold or at its end of life. */
  reason: z.nullable(z.string()),
  /** Downloads of delivered releases are blocked too while it is on hold. */
  downloadsWithdrawn: z.boolean(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
  createdBy: z.nullable(UserRef),
  figures: z.nullable(BundleFigures),
  cases: z.array(BundleCase),
  /** Newest first, at most 50; only on request. */
  history: z.optional(z.array(BundleEntry)),
  version: z.int(),
})
export type Bundle = z.output<typeof Bundle>

/** Kinds of components: files, and images of containers. */
export const ComponentType = z.enum(['product', 'document', 'container'])
export type ComponentType = z.output<typeof ComponentType>

/** Where a file of a bundle is. A PENDING one is announced, a MISSING one was in storage and is gone. */
export const FileStatus = z.enum(['PENDING', 'IN_STORAGE', 'MISSING'])
export type FileStatus = z.output<typeof FileStatus>

/** The content of a bill of materials (CycloneDX or SPDX in JSON). */
export const Sbom = z.object({ format: z.string(), version: z.string(), components: z.int() })
export type Sbom = z.output<typeof Sbom>

/** The image of a container: its repository and tag, and what it was built for. */
export const ContainerImage = z.object({
  containerName: z.string(),
  tag: z.string(),
  product: z.nullable(z.string()),
  branch: z.nullable(z.string()),
  productVersion: z.nullable(z.string()),
  sourceImageUrl: z.nullable(z.string()),
  platforms: z.array(z.string()),
})
export type ContainerImage = z.output<typeof ContainerImage>

/** A file of a bundle. */
export const ComponentFile = z.object({
  id: z.string(),
  bundleId: z.string(),
  fileName: z.string(),
  /** Its download address. */
  fileUrl: z.nullable(z.string()),
  fileStatus: FileStatus,
  /** The upload it came from. */
  fileId: z.nullable(z.string()),
  size: z.nullable(z.int()),
  /** SHA-256, hexadecimal. */
  digest: z.nullable(z.string()),
  check: FileCheck,
  mediaType: z.string(),
  sourceType: z.nullable(z.string()),
  sbom: z.nullable(Sbom),
  bundleComponent: z.object({ componentType: ComponentType }),
  /** Null for files. */
  container: z.nullable(ContainerImage),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
  createdBy: UserRef,
  version: z.int(),
})
export type ComponentFile = z.output<typeof ComponentFile>

/**
 * How one file differs between two sets of components. They are paired by name, and where names contain a version, by
 * the rest of it.
 */
export const ComponentChange = z.object({
  kind: z.enum(['ADDED', 'CHANGED', 'REMOVED', 'SAME']),
  fileName: z.string(),
  /** The name before, if it changed. */
  before: z.nullable(z.string()),
  /** Current bytes and SHA-256; for a removed file the former ones. Null where it is not in storage yet. */
  size: z.nullable(z.int()),
  digest: z.nullable(z.string()),
  /** SHA-256 before; null where there was none. */
  digestBefore: z.nullable(z.string()),
})
export type ComponentChange = z.output<typeof ComponentChange>

/** The differences of a bundle from another one. */
export const BundleDiff = z.object({
  /** Null: there is no earlier one like it. */
  against: z.nullable(z.object({ id: z.string(), name: z.string() })),
  changes: z.array(ComponentChange),
})
export type BundleDiff = z.output<typeof BundleDiff>
