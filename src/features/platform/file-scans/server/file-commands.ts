import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { scheduleScan } from '#kit/server/files/file-scans.ts'
import { rescanFile } from '#kit/server/files/pending-scans.ts'
import { fileLookAgain } from '../contract.ts'

/** The commands of `headend files …`; each returns what to print. */
export const fileCommands: Readonly<Record<string, (call: { tx: Tx; args: readonly string[] }) => Promise<string>>> = {
  rescan: lookAgain,
}

/** Queues a file for a new scan that was quarantined or could not be scanned. Until then it is not delivered. */
async function lookAgain({ tx, args: [digest = ''] }: { tx: Tx; args: readonly string[] }): Promise<string> {
  if (!(await rescanFile(tx, digest))) return 'No file with this SHA-256 is quarantined or could not be scanned.\n'
  await recordEvent(tx, fileLookAgain, { userName: 'command line' }, { subject: digest })
  await scheduleScan(tx)
  return 'The file is scanned again as soon as the scanner responds.\n'
}
