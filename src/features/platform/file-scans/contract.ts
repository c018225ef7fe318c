import * as z from 'zod/mini'
import { readSystem } from '#features/platform/system/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { defineEvent } from '#kit/contract/event.ts'

/** Whether files are looked at, by what, and how that goes. */
export const FileChecks = z.object({
  /** Null while no scanner is set. */
  scanner: z.nullable(
    z.object({
      /** Why it cannot be asked just now; null when it answers. */
      away: z.nullable(z.string()),
      /** Its name and version, for example `ClamAV 1.4.3`. */
      engine: z.nullable(z.string()),
      /** The number of its signatures, and when they were made; null when it does not say. */
      signatures: z.nullable(z.string()),
      signaturesMade: z.nullable(z.iso.datetime()),
      /** Why the last look at a file that is still to be looked at ended without a verdict. */
      error: z.nullable(z.string()),
    }),
  ),
  /** Files that wait and are not given out; those from before the scanner was set, which are. */
  waiting: z.int(),
  earlier: z.int(),
  quarantined: z.int(),
  /** Given out though nobody could look into them. */
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

/** Nothing was found in a file that waited; it is given out. */
export const filePassed = defineEvent('file.scan-clean', 'vendor', 'file.passed')
/** Something was found in a file; it is kept away. */
export const fileQuarantined = defineEvent('file.quarantined', 'vendor')
/** An operator has a file looked at again. */
export const fileLookAgain = defineEvent('file.rescan-requested', 'vendor', 'file.look-again')
/** A file could not be looked at; it is given out with that mark. */
export const fileUnscannable = defineEvent('file.unscannable', 'vendor')
