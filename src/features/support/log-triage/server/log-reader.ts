import { WorkerStopped, workerTask } from '#kit/server/worker-task.ts'
import type { LogFact, LogForm, LogReading, UnreadableReason } from '../contract.ts'

const program = new URL('./assets/read-logs.mjs', import.meta.url)
/** A file that takes longer is not read. */
const TIMEOUT_MS = 30_000
const MEMORY_MB = 768

/** A file to read: its content, its name, and the signatures of known issues. */
export type LogToRead = { readonly bytes: Uint8Array; readonly name: string; readonly signatures: readonly string[] }

/** What was found, with the copy without secrets where there were any; or why it was not read. `form` is of the content. */
export type ReadLog =
  | {
      readonly form: LogForm
      readonly unreadable?: undefined
      readonly findings: {
        readonly facts: readonly LogFact[]
        readonly signatures: NonNullable<LogReading>['signatures']
        readonly secrets: Readonly<Record<string, number>>
        readonly lines: number
      }
      readonly copy: Uint8Array | undefined
    }
  | { readonly form: LogForm; readonly unreadable: UnreadableReason }

const read = workerTask<LogToRead, ReadLog>(program, { timeout: TIMEOUT_MS, memory: MEMORY_MB })

/** Reads a log in a worker, one after the other, so that this process serves requests meanwhile. */
export async function readLogInWorker(log: LogToRead): Promise<ReadLog> {
  try {
    return await read(log)
  } catch (failure) {
    return { form: 'other', unreadable: failure instanceof WorkerStopped ? failure.reason : 'too-large' }
  }
}
