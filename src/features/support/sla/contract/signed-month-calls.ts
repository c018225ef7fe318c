import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { monthParams, monthRange, readSla, slaProblems } from './sla.ts'

/** The forms of a signed month. */
export const signedFormats = ['json', 'csv', 'pdf'] as const
export type SignedFormat = (typeof signedFormats)[number]

const file = z.object({
  /** Of the file, hexadecimal. */
  sha256: z.string(),
  /** In bytes. */
  size: z.int(),
})
const SignedMonth = z.object({
  /** The id of the account and the month: `17-2026-10`. */
  id: z.string(),
  yearMonth: z.string(),
  revision: z.int(),
  madeAt: z.iso.datetime(),
  /** Why the revision was made; null for the closing and for an outage that was changed without a reason. */
  reason: z.nullable(z.string()),
  /** Null while the files are being made. */
  signed: z.nullable(
    z.object({
      at: z.iso.datetime(),
      /** A key of `/.well-known/headend-keys.json`. */
      keyId: z.string(),
      files: z.object({ json: file, csv: file, pdf: file }),
    }),
  ),
})
export type SignedMonth = z.output<typeof SignedMonth>

const signedMonths = { tag: 'SLA', guard: readSla, method: 'GET' } as const
const oneFile = {
  params: monthParams,
  query: z.strictObject({
    format: z.enum(signedFormats),
    /** The newest unless given. */
    revision: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
  }),
  media: { produces: 'application/octet-stream' },
  problems: [
    slaProblems['sla-stat-not-found'],
    slaProblems['sla-month-not-closed'],
    slaProblems['sla-month-not-signed'],
  ],
} as const

export const listSignedSlaMonths = endpoint({
  ...signedMonths,
  name: 'listSignedSlaMonths',
  url: '/api/plugins/jira/signed-sla-months',
  summary: 'List the revisions of the closed SLA months of an account with their signed files, newest first',
  query: z.strictObject(monthRange),
  reply: halList('signedSlaMonths', SignedMonth),
  problems: [accountProblems['account-not-found']],
})
export const downloadSignedSlaMonth = endpoint({
  ...signedMonths,
  ...oneFile,
  name: 'downloadSignedSlaMonth',
  url: '/api/plugins/jira/sla-stats/{id}/signed-file',
  summary: 'Download a closed SLA month as canonical JSON, CSV or PDF, the same bytes each time',
})
export const downloadSlaSignature = endpoint({
  ...signedMonths,
  ...oneFile,
  name: 'downloadSlaSignature',
  url: '/api/plugins/jira/sla-stats/{id}/signature',
  summary: 'Download the detached signature of such a file: 64 bytes (Ed25519)',
})
