import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { byId, url } from './release-address.ts'
import { readReleases, releaseProblems } from './release-permissions.ts'

const noRelease = releaseProblems['release-not-found']
const signedFiles = { tag: 'Signed releases', guard: readReleases, method: 'GET', params: byId } as const
export const readManifest = endpoint({
  ...signedFiles,
  name: 'readManifest',
  url: `${url}/{id}/manifest`,
  summary: 'Read the frozen manifest, the signed statement (form=statement), or the exact signed bytes (form=pae)',
  query: z.strictObject({ form: z.optional(z.enum(['manifest', 'statement', 'pae'])) }),
  media: { produces: 'application/octet-stream' },
  problems: [noRelease, releaseProblems['release-not-signed']],
})
export const readSignature = endpoint({
  ...signedFiles,
  name: 'readSignature',
  url: `${url}/{id}/signature`,
  summary:
    'Read the signature: a DSSE envelope with an in-toto statement, 64 raw bytes (form=raw), or the signature for minisign (form=minisig)',
  query: z.strictObject({ form: z.optional(z.enum(['dsse', 'raw', 'minisig'])) }),
  media: { produces: 'application/octet-stream' },
  problems: [noRelease, releaseProblems['release-not-signed']],
})
export const readChecksums = endpoint({
  ...signedFiles,
  name: 'readChecksums',
  url: `${url}/{id}/checksums`,
  summary: 'Read the SHA256SUMS of the files, for sha256sum -c',
  media: { produces: 'text/plain' },
  problems: [noRelease],
})
export const readVerificationKit = endpoint({
  ...signedFiles,
  name: 'readVerificationKit',
  url: `${url}/{id}/verification-kit`,
  summary:
    'Download the files for offline verification as one tar: statement, envelope, signed bytes, signature, checksums, verify.sh',
  media: { produces: 'application/x-tar' },
  problems: [noRelease, releaseProblems['release-not-signed']],
})

export const downloadVerifyModule = endpoint({
  tag: 'Signed releases',
  guard: 'anyone',
  name: 'downloadVerifyModule',
  method: 'GET',
  url: '/.well-known/headend-verify.mjs',
  summary: 'Download the same verifier as one file for Node',
  media: { produces: 'text/javascript' },
  problems: [],
})
export const downloadVerifyScript = endpoint({
  tag: 'Signed releases',
  guard: 'anyone',
  name: 'downloadVerifyScript',
  method: 'GET',
  url: '/.well-known/headend-verify.sh',
  summary: 'Download the script that verifies releases offline; it does not depend on a release',
  media: { produces: 'application/x-sh' },
  problems: [],
})
