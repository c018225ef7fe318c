import * as z from 'zod/mini'
import { accountProblems, UserRef } from '#features/accounts/accounts/contract.ts'
import {
  attachToCases,
  caseOrigin,
  caseProblems,
  createCases,
  readCases,
} from '#features/support/case-access/contract.ts'
import { LogReading, openOriginals, triageProblems } from '#features/support/log-triage/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changesTo, defineEvent, factsForAccounts } from '#kit/contract/event.ts'
import { FileCheck } from '#kit/contract/file-check.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { problems } from '#kit/contract/problem.ts'

export const attachmentProblems = problems({
  'attachment-not-found': {
    status: 404,
    text: 'This attachment was not found, or you do not have permission to see it.',
  },
  'storage-limit-reached': {
    status: 409,
    text: 'The files of {account} use {used} of {limit} bytes, so {size} more bytes do not fit. Delete files that are no longer needed, or ask {contact} to raise the limit.',
  },
  'draft-full': { status: 409, text: 'A draft can have at most {most} files.' },
})

/** A file of a case, visible to both sides. */
export const Attachment = z.object({
  id: z.string(),
  filename: z.string(),
  /** Of what a download sends: where secrets are hidden, of the copy without them. */
  size: z.int(),
  mediaType: z.string(),
  /** SHA-256 of it, hexadecimal. */
  digest: z.string(),
  /** A picture that the browser may show (png, jpeg, gif, webp with matching content). */
  isPicture: z.boolean(),
  check: FileCheck,
  /** What a log says; null for other files. */
  reading: LogReading,
  author: UserRef,
  created: z.iso.datetime(),
})
export type Attachment = z.output<typeof Attachment>

/** A file uploaded with a draft, waiting for its case. */
export const DraftFile = z.object({
  id: z.string(),
  filename: z.string(),
  size: z.int(),
  mediaType: z.string(),
  isPicture: z.boolean(),
  reading: LogReading,
})

const url = '/api/plugins/jira/issues/attachment'
/** Each upload is up to 10 MB: two a second are enough for a user who drops a folder. */
const uploadLimit = { count: 120, seconds: 60 } as const
const byKey = { issueKey: z.string().check(z.maxLength(64)) }
const byId = z.strictObject({ ...byKey, attachmentId: z.string().check(z.maxLength(64)) })
const errors = [
  kitProblems['attachment-too-large'],
  kitProblems['attachment-type-not-allowed'],
  kitProblems['upload-malformed'],
  attachmentProblems['storage-limit-reached'],
  triageProblems['log-not-readable'],
] as const
const noAttachment = [caseProblems['case-not-found'], attachmentProblems['attachment-not-found']] as const

export const listAttachments = endpoint({
  tag: 'Case attachments',
  guard: readCases,
  name: 'listAttachments',
  method: 'GET',
  url: `${url}s`,
  summary: 'List the files of a case',
  query: z.extend(listQuery(['created'], {}, { maximum: 1000, usual: 200 }), byKey),
  reply: halList('attachments', Attachment),
  problems: noAttachment,
})
export const addAttachment = endpoint({
  tag: 'Case attachments',
  guard: attachToCases,
  name: 'addAttachment',
  method: 'POST',
  url,
  summary: 'Attach a file (multipart, one part `file`)',
  status: 201,
  query: z.strictObject(byKey),
  media: { consumes: 'multipart/form-data' },
  limit: uploadLimit,
  reply: Attachment,
  problems: [...noAttachment, ...errors],
})
export const downloadAttachment = endpoint({
  tag: 'Case attachments',
  guard: readCases,
  name: 'downloadAttachment',
  method: 'GET',
  url,
  summary: 'Download a file; supports Range and ETag',
  query: z.extend(byId, { inline: z.optional(z.boolean()) }),
  media: { produces: 'application/octet-stream' },
  problems: [...noAttachment, kitProblems['range-not-satisfiable'], triageProblems['log-not-readable']],
})
export const downloadOriginal = endpoint({
  tag: 'Case attachments',
  guard: readCases,
  optionalPermissions: [openOriginals],
  name: 'downloadOriginal',
  method: 'GET',
  url: `${url}/original`,
  summary:
    'Download the original of a file whose secrets are hidden: its uploader, or a TAC manager; each time is recorded',
  query: byId,
  media: { produces: 'application/octet-stream' },
  problems: [...noAttachment, kitProblems['range-not-satisfiable'], triageProblems['original-not-allowed']],
})
export const deleteAttachment = endpoint({
  tag: 'Case attachments',
  guard: attachToCases,
  name: 'deleteAttachment',
  method: 'DELETE',
  url,
  summary: 'Delete a file: its uploader within 15 minutes, or a support manager',
  query: byId,
  problems: noAttachment,
})

/** The input of a case that is not filed yet; one per user and account. */
export const CaseDraft = z.object({
  draft: z.record(z.string(), z.unknown()),
  files: z.array(DraftFile),
  updated: z.nullable(z.iso.datetime()),
})
const draftUrl = '/api/plugins/jira/issues/draft'
const byAccount = z.strictObject({ account: z.string().check(z.maxLength(32)) })
const draft = { tag: 'Case drafts', guard: createCases } as const

export const readDraft = endpoint({
  ...draft,
  name: 'readDraft',
  method: 'GET',
  url: draftUrl,
  summary: 'Read my case draft',
  query: byAccount,
  reply: CaseDraft,
  problems: [accountProblems['account-not-found']],
})
export const saveDraft = endpoint({
  ...draft,
  name: 'saveDraft',
  method: 'PUT',
  url: draftUrl,
  summary: 'Save my case draft',
  query: byAccount,
  body: z.strictObject({ draft: z.record(z.string().check(z.maxLength(50)), z.unknown()) }),
  reply: CaseDraft,
  problems: [accountProblems['account-not-found']],
})
export const discardDraft = endpoint({
  ...draft,
  name: 'discardDraft',
  method: 'DELETE',
  url: draftUrl,
  summary: 'Delete my case draft and its files',
  query: byAccount,
  problems: [accountProblems['account-not-found']],
})
export const addDraftFile = endpoint({
  ...draft,
  name: 'addDraftFile',
  method: 'POST',
  url: `${draftUrl}/file`,
  summary: 'Upload a file to my case draft (multipart, one part `file`)',
  status: 201,
  query: byAccount,
  media: { consumes: 'multipart/form-data' },
  limit: uploadLimit,
  reply: DraftFile,
  problems: [accountProblems['account-not-found'], attachmentProblems['draft-full'], ...errors],
})
export const showDraftPicture = endpoint({
  ...draft,
  name: 'showDraftPicture',
  method: 'GET',
  url: `${draftUrl}/file/{id}`,
  summary: 'Read an image of my case draft',
  params: z.strictObject({ id: z.string().check(z.maxLength(64)) }),
  query: byAccount,
  media: { produces: 'application/octet-stream' },
  problems: [accountProblems['account-not-found'], attachmentProblems['attachment-not-found']],
})
export const removeDraftFile = endpoint({
  ...draft,
  name: 'removeDraftFile',
  method: 'DELETE',
  url: `${draftUrl}/file/{id}`,
  summary: 'Remove a file from my case draft',
  params: z.strictObject({ id: z.string().check(z.maxLength(64)) }),
  query: byAccount,
  problems: [attachmentProblems['attachment-not-found']],
})

export const attachmentAdded = defineEvent('case.attachment-added', {
  audience: 'account',
  text: 'added a file to {subject}',
  data: {
    ...caseOrigin,
    caseId: z.int(),
    attachmentId: z.int(),
    digest: z.string(),
    changes: changesTo({ attachment: z.string() }),
  },
})
export const attachmentDeleted = defineEvent('case.attachment-deleted', {
  audience: 'account',
  text: 'deleted a file of {subject}',
  data: { ...caseOrigin, caseId: z.int(), changes: changesTo({ attachment: z.string() }) },
})
/** Malware was found in a file; it is withheld. */
export const attachmentQuarantined = defineEvent('case.attachment-quarantined', {
  audience: 'account',
  text: 'quarantined a file of {subject}',
  data: {
    caseId: z.int(),
    digest: z.nullable(z.string()),
    changes: changesTo({ attachment: z.string(), found: z.string() }),
  },
})
export const attachmentDownloaded = defineEvent('case.attachment-downloaded', {
  audience: 'account',
  text: 'downloaded a file of {subject}',
  data: { caseId: z.int(), attachmentId: z.int(), filename: z.string() },
})
/** The original of a file with hidden secrets was opened. */
export const originalOpened = defineEvent('case.attachment-original-opened', {
  audience: 'account',
  text: 'opened the original of a file of {subject} with its secrets',
  data: { caseId: z.int(), attachmentId: z.int(), filename: z.string() },
})

factsForAccounts('case', ['attachmentId', 'found'])
