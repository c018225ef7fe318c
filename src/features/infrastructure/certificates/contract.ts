import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'
import {
  accountQuery,
  Certificate,
  certificateOrder,
  RequestCheck,
  requestToCheck,
  revocation,
  revocationReasons,
  signCertificates,
} from './contract/certificate.ts'

export { type Certificate, type RequestCheck, signCertificates } from './contract/certificate.ts'

export const certificateProblems = problems({
  'certificate-not-found': { status: 404, text: 'This certificate was not found.' },
  'certificate-revoked': { status: 409, text: 'This certificate is revoked already.' },
})

export const certificateSigned = defineEvent('certificate.signed', {
  audience: 'account',
  text: 'signed the certificate {subject}',
  data: { what: z.string(), serialNumber: z.string(), names: z.array(z.string()) },
})
export const certificateRevoked = defineEvent('certificate.revoked', {
  audience: 'account',
  text: 'revoked the certificate {subject}',
  data: {
    what: z.string(),
    reason: z.enum(revocationReasons),
  },
})
/** The root and the issuing CA are made at their first use. */
export const authorityCreated = defineEvent('certificate.authority-created', {
  audience: 'vendor',
  text: 'created the certificate authority {subject}',
  data: { what: z.string() },
})

const url = '/api/certificates'
const certificates = { tag: 'Certificates', guard: signCertificates } as const
const noAccount = accountProblems['account-not-found']

export const listCertificates = endpoint({
  ...certificates,
  name: 'listCertificates',
  method: 'GET',
  url,
  summary: 'List the certificates of the accounts that the user signs for, newest first',
  query: listQuery(['created'], { account: z.optional(z.string().check(z.maxLength(32))) }, { maximum: 500 }),
  reply: halList('certificates', Certificate),
  problems: [noAccount],
})
export const signCertificate = endpoint({
  ...certificates,
  name: 'signCertificate',
  method: 'POST',
  url,
  status: 201,
  summary: 'Sign a certificate request for an account',
  query: accountQuery,
  body: certificateOrder,
  reply: Certificate,
  problems: [noAccount],
})
export const checkCertificateRequest = endpoint({
  ...certificates,
  name: 'checkCertificateRequest',
  method: 'POST',
  url: `${url}/check`,
  summary: 'Check a certificate request: what it asks for, and what would be signed',
  query: accountQuery,
  body: requestToCheck,
  reply: RequestCheck,
  problems: [noAccount],
})
export const revokeCertificate = endpoint({
  ...certificates,
  name: 'revokeCertificate',
  method: 'POST',
  url: `${url}/{id}/revoke`,
  summary: 'Revoke a certificate; the revocation list has it at once',
  params: z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) }),
  body: revocation,
  reply: Certificate,
  problems: [certificateProblems['certificate-not-found'], certificateProblems['certificate-revoked']],
})
export const downloadAuthorities = endpoint({
  tag: 'Certificates',
  guard: 'anyone',
  name: 'downloadAuthorities',
  method: 'GET',
  url: `${url}/ca`,
  summary: 'Download the issuing and the root certificate as a PEM chain',
  media: { produces: 'application/x-pem-file' },
  problems: [],
})
export const downloadRevocations = endpoint({
  tag: 'Certificates',
  guard: 'anyone',
  name: 'downloadRevocations',
  method: 'GET',
  url: `${url}/crl`,
  summary: 'Download the certificate revocation list (RFC 5280, DER)',
  media: { produces: 'application/pkix-crl' },
  problems: [],
})
