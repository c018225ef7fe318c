import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { canonicalJson } from '#features/platform/signing/server/index.ts'
import { LAYOUT_SUMS } from './image-sums.ts'

/** The script that verifies a release: served beside the keys, and signed with each release. */
export const verifyScript = readFileSync(new URL('../assets/verify.sh', import.meta.url))
/** The same verifier for Node. */
export const verifyModule = readFileSync(new URL('../assets/verify.mjs', import.meta.url))
export const verifyScriptDigest = sha256(verifyScript)

/** A component as it was frozen. */
export type FrozenComponent = {
  readonly fileName: string
  readonly componentType: string
  readonly digest: string
  readonly size: number
  readonly mediaType: string
  /** Of a container: its name, and the manifests of its platforms. The digest is that of its own manifest. */
  readonly image?: FrozenImage | null
}

/** The image of a frozen container. */
export type FrozenImage = {
  readonly containerName: string
  readonly tag: string
  readonly platforms: readonly { readonly platform: string | null; readonly digest: string; readonly size: number }[]
}

/** The data of a release, independent of its approval. */
export type ReleaseFacts = {
  readonly release: {
    readonly id: string
    readonly name: string
    readonly created: string
    readonly createdBy: string
    /** The user who impersonated the creator; absent when there was none. */
    readonly impersonatedBy?: string
  }
  readonly bundle: { readonly id: string; readonly name: string; readonly deploymentType: string }
  /** Name of the account. */
  readonly account: string
  readonly components: readonly FrozenComponent[]
}

/**
 * The frozen manifest: canonical JSON, components in the order of their names. Version 2 names images too; a release
 * without images has version 1.
 */
export function manifestOf({ release, bundle, account, components }: ReleaseFacts): Buffer {
  const images = imagesOf(components)
  const text = canonicalJson({
    manifestVersion: images.length > 0 ? 2 : 1,
    release,
    bundle,
    account,
    components: filesOf(components).map(({ fileName, componentType, digest, size, mediaType }) => ({
      name: fileName,
      type: componentType,
      sha256: digest,
      size,
      mediaType,
    })),
    ...(images.length > 0 && { images }),
  })
  return Buffer.from(`${text}\n`)
}

/** SHA256SUMS of the files, as `sha256sum -c` reads it. Names have neither line breaks nor backslashes. */
export function checksumsOf(components: readonly FrozenComponent[]): string {
  return filesOf(components)
    .map(({ digest, fileName }) => `${digest}  ${fileName}\n`)
    .join('')
}

/** The images of a release with their manifests and platforms. Digests are those of manifests, sizes of all bytes. */
function imagesOf(components: readonly FrozenComponent[]) {
  return inOrder(components).flatMap(({ digest, size, mediaType, image }) =>
    image
      ? [
          {
            name: image.containerName,
            tag: image.tag,
            digest: `sha256:${digest}`,
            size,
            mediaType,
            platforms: image.platforms.map((one) => ({ ...one, digest: `sha256:${one.digest}` })),
          },
        ]
      : [],
  )
}

/** Who approved it and when, as part of the signature. */
export type ApprovalFacts = { readonly approvedBy: string; readonly approvedAt: string; readonly signedAt: string }

/**
 * The signed payload: an in-toto Statement v1 whose subjects are the components, the manifest, SHA256SUMS and
 * verify.sh, so that one valid signature covers all of them. `accountName`, `sha256sums`, `imageSums`, `verifyScript`
 * and `keyId` are read by verify.sh. `layoutSums` are the checksums of the files of the images; empty without images.
 */
export function statementOf(
  manifest: Buffer,
  { release, bundle, account, components }: ReleaseFacts,
  approval: ApprovalFacts,
  keyId: string,
  layoutSums: string,
): Buffer {
  const sums = sha256(checksumsOf(components))
  const subject = [
    { name: 'SHA256SUMS', digest: { sha256: sums } },
    { name: 'manifest.json', digest: { sha256: sha256(manifest) } },
    { name: 'verify.sh', digest: { sha256: verifyScriptDigest } },
    ...(layoutSums === '' ? [] : [{ name: LAYOUT_SUMS, digest: { sha256: sha256(layoutSums) } }]),
    ...inOrder(components).map(({ fileName, digest }) => ({ name: fileName, digest: { sha256: digest } })),
  ]
  const predicate = {
    accountName: account,
    approval,
    bundle,
    keyId,
    manifest: sha256(manifest),
    release,
    sha256sums: sums,
    verifyScript: verifyScriptDigest,
    ...(layoutSums !== '' && { imageSums: sha256(layoutSums), images: imagesOf(components) }),
  }
  return Buffer.from(
    canonicalJson({
      _type: 'https://in-toto.io/Statement/v1',
      subject,
      predicateType: 'urn:headend:release:v1',
      predicate,
    }),
  )
}

/** The components that are files, in the order of their names. */
function filesOf(components: readonly FrozenComponent[]): FrozenComponent[] {
  return inOrder(components).filter(({ image }) => !image)
}

function inOrder(components: readonly FrozenComponent[]): FrozenComponent[] {
  return [...components].sort((one, other) => (one.fileName < other.fileName ? -1 : 1))
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
