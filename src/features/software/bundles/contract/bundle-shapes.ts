import * as z from 'zod/mini'
import { DeploymentType, UserRef } from '#features/accounts/accounts/contract.ts'
import { FileCheck } from '#kit/contract/file-check.ts'
import { BundleStatus } from './bundle-state.ts'

/** The name of a bundle or a release: one line, with something to read and nothing that turns or hides it. */
export const ProductName = z.string().check(z.maxLength(250), z.regex(/^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]+$/u))

/** Something that happened to a bundle, a file of it or a release of it. */
export const BundleEntry = z.object({
  id: z.string(),
  name: z.string(),
  at: z.iso.datetime(),
  by: z.nullable(z.string()),
  account: z.nullable(z.string()),
  /** What it happened to, when it is not the bundle as a whole: the name of a file or a release. */
  what: z.nullable(z.string()),
  changes: z.record(z.string(), z.unknown()),
})
export type BundleEntry = z.output<typeof BundleEntry>

/** A case asked about a bundle. */
export const BundleCase = z.object({ key: z.string(), subject: z.string(), account: z.string(), status: z.string() })

/** How much there is of a bundle. */
const BundleFigures = z.object({
  components: z.int(),
  inStorage: z.int(),
  /** Bytes of what is in storage. */
  size: z.int(),
  releases: z.int(),
  delivered: z.int(),
  patches: z.int(),
  notes: z.int(),
})

/** A named version of deliverables. What only vendor staff may know is null or empty for customers. */
export const Bundle = z.object({
  id: z.string(),
  name: z.string(),
  isContainerized: z.boolean(),
  parentId: z.nullable(z.string()),
  parentName: z.nullable(z.string()),
  deploymentType: DeploymentType,
  status: BundleStatus,
  /** Why it is on hold or at its end of life. */
  reason: z.nullable(z.string()),
  /** Delivered releases may not be downloaded either, as long as it is on hold. */
  downloadsWithdrawn: z.boolean(),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
  createdBy: z.nullable(UserRef),
  figures: z.nullable(BundleFigures),
  cases: z.array(BundleCase),
  /** The newest first, at most 50; only when asked for. */
  history: z.optional(z.array(BundleEntry)),
  version: z.int(),
})
export type Bundle = z.output<typeof Bundle>

/** Kinds of components. Containers are not made by upload. */
export const ComponentType = z.enum(['product', 'document'])
export type ComponentType = z.output<typeof ComponentType>

/** Where a file of a bundle is. A PENDING one is announced, a MISSING one was in storage and is gone. */
export const FileStatus = z.enum(['PENDING', 'IN_STORAGE', 'MISSING'])
export type FileStatus = z.output<typeof FileStatus>

/** What a bill of materials (CycloneDX or SPDX in JSON) says of itself. */
export const Sbom = z.object({ format: z.string(), version: z.string(), components: z.int() })
export type Sbom = z.output<typeof Sbom>

/** A file of a bundle. */
export const ComponentFile = z.object({
  id: z.string(),
  bundleId: z.string(),
  fileName: z.string(),
  /** Where it is downloaded. */
  fileUrl: z.nullable(z.string()),
  fileStatus: FileStatus,
  /** The upload that brought it. */
  fileId: z.nullable(z.string()),
  size: z.nullable(z.int()),
  /** SHA-256, hexadecimal. */
  digest: z.nullable(z.string()),
  check: FileCheck,
  mediaType: z.string(),
  sourceType: z.nullable(z.string()),
  sbom: z.nullable(Sbom),
  bundleComponent: z.object({ componentType: ComponentType }),
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
  createdBy: UserRef,
  version: z.int(),
})
export type ComponentFile = z.output<typeof ComponentFile>

/** How one file differs between two sets of components. They are paired by name, and where names carry a version, by the rest of it. */
export const ComponentChange = z.object({
  kind: z.enum(['ADDED', 'CHANGED', 'REMOVED', 'SAME']),
  fileName: z.string(),
  /** The name before, where it was another. */
  before: z.nullable(z.string()),
  /** Bytes and SHA-256 now; of a removed file what it had. Null where it is not in storage yet. */
  size: z.nullable(z.int()),
  digest: z.nullable(z.string()),
  /** SHA-256 before; null where there was none. */
  digestBefore: z.nullable(z.string()),
})
export type ComponentChange = z.output<typeof ComponentChange>

/** What is different in a bundle from another one. */
export const BundleDiff = z.object({
  /** Null: nothing like it came before. */
  against: z.nullable(z.object({ id: z.string(), name: z.string() })),
  changes: z.array(ComponentChange),
})
export type BundleDiff = z.output<typeof BundleDiff>
