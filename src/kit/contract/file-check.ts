import * as z from 'zod/mini'

/**
 * What people have to know of a stored file: it waits to be looked at, something was found in it (both: it is not given
 * out), or it could not be looked at. Null where there is nothing to say: it is clean, or no scanner is set.
 */
export const FileCheck = z.nullable(
  z.object({
    state: z.enum(['WAITING', 'QUARANTINED', 'UNSCANNABLE']),
    /** The name of what was found, or why it could not be looked at: `too-large` or `failed`. */
    words: z.nullable(z.string()),
  }),
)
export type FileCheck = z.output<typeof FileCheck>

/** Whether the server gives the file out; what leads to it is shown by this. */
export function isDownloadable(check: FileCheck): boolean {
  return check === null || check.state === 'UNSCANNABLE'
}
