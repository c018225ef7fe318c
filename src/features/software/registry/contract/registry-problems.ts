import { problems } from '#kit/contract/problem.ts'

export const registryProblems = problems({
  'registry-credential-not-found': { status: 404, text: 'This registry credential was not found.' },
  'registry-credential-exists': {
    status: 409,
    text: 'The account already has a registry credential named {name}. Use another name, or rotate that one.',
  },
  'registry-credential-revoked': { status: 409, text: 'The registry credential {name} is revoked. Create a new one.' },
  'registry-credential-missing': {
    status: 404,
    text: 'The account {account} has no registry credential. Create one first.',
  },
  'registry-access-denied': {
    status: 401,
    text: 'User name or secret of the registry is wrong, or the credential has expired or was revoked.',
  },
  'registry-credential-without-maker': {
    status: 403,
    text: 'The user who answers for this credential no longer manages registry access of the account. A manager of the account creates a new one, or the vendor hands this one over to them.',
  },
  'image-not-found': { status: 404, text: 'The registry has no image {name}.' },
  'registry-not-connected': { status: 404, text: 'No registry is connected, or its connection is stopped.' },
})
