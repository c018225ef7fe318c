import * as z from 'zod/mini'
import { readSystem } from '#features/access/roles/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'

/** Whether files are scanned, by what, and the results. */
export const FileChecks = z.object({
  /** Null while no scanner is set. */
  scanner: z.nullable(
    z.object({
      /** Why it is unavailable; null when it responds. */
      away: z.nullable(z.string()),
      /** Its name and version, for example `ClamAV 1.4.3`. */
      engine: z.nullable(z.string()),
      /** The number of its signatures, and their date; null when unknown. */
      signatures: z.nullable(z.string()),
      signaturesMade: z.nullable(z.iso.datetime()),
      /** Why the last scan of a pending file ended without a verdict. */
      error: z.nullable(z.string()),
    }),
  ),
  /** Files that wait and are not delivered; those from before the scanner was set, which are. */
  waiting: z.int(),
  earlier: z.int(),
  quarantined: z.int(),
  /** Delivered although they could not be scanned. */
  unscannable: z.int(),
})
export type FileChecks = z.output<typeof FileChecks>

export const readFileChecks = endpoint({
  tag: 'System',
  guard: readSystem,
  name: 'readFileChecks',
  method: 'GET',
  url: '/api/cluster/file-checks',
  summary: 'Read whether uploaded files are scanned, and the status of the scanner',
  reply: FileChecks,
  problems: [],
})

/** Nothing was found in a file that waited; it is delivered. */
export const filePassed = defineEvent('file.scan-clean', {
  audience: 'vendor',
  text: 'scanned a file: clean',
  data: { words: z.optional(z.string()) },
})
/** Malware was found in a file; it is quarantined. */
export const fileQuarantined = defineEvent('file.quarantined', {
  audience: 'vendor',
  text: 'quarantined a file',
  data: { words: z.optional(z.string()) },
})
/** An operator has a file scanned again. */
export const fileLookAgain = defineEvent('file.rescan-requested', {
  audience: 'vendor',
  text: 'requested a new scan of a file',
})
/** A file could not be scanned; it is delivered with that mark. */
export const fileUnscannable = defineEvent('file.unscannable', {
  audience: 'vendor',
  text: 'could not scan a file',
  data: { words: z.optional(z.string()) },
})
