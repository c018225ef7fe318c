import { problems } from '#kit/contract/problem.ts'

export const sbomProblems = problems({
  'sbom-not-found': { status: 404, text: 'This SBOM was not found.' },
  'sbom-unreadable': { status: 400, text: 'This SBOM cannot be read: {reason}.' },
  'sbom-too-large': { status: 413, text: 'An SBOM may have up to {limit} MB.' },
  'sbom-exists': { status: 409, text: 'The bundle already has this SBOM: {name} is the same file.' },
})
