import type { LayoutFile } from '#features/software/images/server/index.ts'
import type { TarEntry } from '#kit/server/files/tar.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { releaseProblems } from '../contract.ts'
import { envelopeOf, signedBytes } from './signing/dsse.ts'
import { LAYOUT_SUMS, layoutSumsOf } from './signing/image-sums.ts'
import { checksumsOf, type FrozenComponent, verifyScript, verifyScriptDigest } from './signing/manifest.ts'
import type { StoredRelease } from './stored-release.ts'

/**
 * The files beside those of a release with which verify.sh verifies them, under the names that it expects. The script
 * itself is included only where it is the one that was signed with the release.
 */
export function verificationKit(
  release: StoredRelease,
  components: readonly FrozenComponent[],
  layout: readonly LayoutFile[],
): TarEntry[] {
  const { statement, signature, envelope } = signedParts(release)
  return [
    { name: 'SHA256SUMS', bytes: Buffer.from(checksumsOf(components)) },
    ...(layout.length > 0 ? [{ name: LAYOUT_SUMS, bytes: Buffer.from(layoutSumsOf(layout)) }] : []),
    { name: 'manifest.json', bytes: release.manifest },
    { name: 'release.json', bytes: statement },
    { name: 'release.dsse.json', bytes: Buffer.from(envelope) },
    { name: 'release.pae', bytes: signedBytes(statement) },
    { name: 'release.sig', bytes: signature },
    ...(release.minisig === null ? [] : [{ name: 'release.json.minisig', bytes: Buffer.from(release.minisig) }]),
    ...(isScriptSigned(statement) ? [{ name: 'verify.sh', bytes: verifyScript, executable: true }] : []),
  ]
}

function isScriptSigned(statement: Buffer): boolean {
  const { predicate } = JSON.parse(statement.toString()) as { predicate: { verifyScript?: string } }
  return predicate.verifyScript === verifyScriptDigest
}

/** The statement of a release with its signature, rejected while there is none. */
export function signedParts({ statement, signature, keyId }: StoredRelease) {
  if (statement === null || signature === null || keyId === null) throwProblem(releaseProblems['release-not-signed'])
  return { statement, signature, envelope: envelopeOf(statement, signature, keyId) }
}
