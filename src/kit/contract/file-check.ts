import * as z from 'zod/mini'

/**
 * What users have to know of a stored file: it waits for its malware scan, malware was found (both: it cannot be
 * downloaded), or it could not be scanned. Null where there is nothing to report: it is clean, or no scanner is
 * configured.
 */
export const FileCheck = z.nullable(
  z.object({
    state: z.enum(['WAITING', 'QUARANTINED', 'UNSCANNABLE']),
    /** The name of the malware, or why the scan was not possible: `too-large` or `failed`. */
    words: z.nullable(z.string()),
  }),
)
export type FileCheck = z.output<typeof FileCheck>

/** Whether the server allows the download; decides whether links to the file are shown. */
export function isDownloadable(check: FileCheck): boolean {
  return check === null || check.state === 'UNSCANNABLE'
}
