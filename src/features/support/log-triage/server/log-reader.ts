import { Worker } from 'node:worker_threads'
import { createSemaphore } from '#kit/server/semaphore.ts'
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

const semaphore = createSemaphore(1)
let worker: Worker | undefined

/** Reads a log in a worker, one after the other, so that this process serves requests meanwhile. */
export async function readLogInWorker(log: LogToRead): Promise<ReadLog> {
  const leave = await semaphore.take()
  try {
    return await ask(log)
  } finally {
    leave()
  }
}

function ask(log: LogToRead): Promise<ReadLog> {
  worker ??= startWorker()
  const asked = worker
  asked.ref()
  return new Promise((resolve) => {
    const timer = setTimeout(() => giveUp('too-long'), TIMEOUT_MS)
    // It ran out of memory.
    const onError = () => giveUp('too-large')
    const onMessage = (result: ReadLog) => end(result)
    asked.once('message', onMessage).once('error', onError)
    asked.postMessage(log)

    function giveUp(unreadable: UnreadableReason) {
      worker = undefined
      void asked.terminate()
      end({ form: 'other', unreadable })
    }
    function end(result: ReadLog) {
      clearTimeout(timer)
      asked.off('message', onMessage).off('error', onError)
      // An idle worker does not keep the process from ending.
      asked.unref()
      resolve(result)
    }
  })
}

function startWorker(): Worker {
  return new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
}
