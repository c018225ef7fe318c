import { Worker } from 'node:worker_threads'
import { createSemaphore } from './semaphore.ts'

/** A document that takes longer has gone wrong. */
const TIMEOUT_MS = 30_000

/**
 * Makes PDFs with a program that gets `workerData` and posts the bytes, in a worker: this process answers requests
 * meanwhile. One document of a program at a time; rejects after 30 seconds, or with the program's error.
 */
export function pdfInWorker<Content>(program: URL): (content: Content) => Promise<Buffer> {
  const semaphore = createSemaphore(1)
  return async (content) => {
    const leave = await semaphore.take()
    try {
      return await render(program, content)
    } finally {
      leave()
    }
  }
}

function render(program: URL, workerData: unknown): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData, resourceLimits: { maxOldGenerationSizeMb: 256 } })
    const timer = setTimeout(() => end(() => reject(new Error('the report was not made in time'))), TIMEOUT_MS)
    function end(settle: () => void) {
      clearTimeout(timer)
      void worker.terminate()
      settle()
    }
    worker.once('message', (bytes: Uint8Array) => end(() => resolve(Buffer.from(bytes))))
    worker.once('error', (failure) => end(() => reject(failure)))
  })
}
