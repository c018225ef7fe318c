import { createHash } from 'node:crypto'
import { throwProblem } from '#kit/server/http-problem.ts'
import { uploadProblems } from '../contract.ts'

/** Digests bytes as they arrive and compares with the expected checksum. */
export type Checksum = { update(chunk: Buffer): void; matches(): boolean }

/** Reads `Upload-Checksum: sha256 <base64>` (tus checksum extension); undefined without the header. */
export function readChecksum(header: string | string[] | undefined): Checksum | undefined {
  if (header === undefined) return undefined
  const match = /^(sha256|sha1) ([A-Za-z0-9+/]{20,88}={0,2})$/.exec(String(header))
  if (!match) throwProblem(uploadProblems['upload-checksum-unknown'])
  const [, algorithm = '', promisedDigest = ''] = match
  const hash = createHash(algorithm)
  return {
    update: (chunk) => void hash.update(chunk),
    matches: () => hash.digest().equals(Buffer.from(promisedDigest, 'base64')),
  }
}
