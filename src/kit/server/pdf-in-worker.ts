import { Worker } from 'node:worker_threads'
import { createSemaphore } from './semaphore.ts'

/** Documents that take longer have gone wrong. */
const TIMEOUT_MS = 30_000

/**
 * Makes PDFs with a program that gets `workerData` and posts the bytes, in a worker: this process serves requests
 * meanwhile. One document of a program at a time; rejects after 30 seconds, or with the program's error.
 */
export function pdfInWorker<Content>(program: URL): (content: Content) => Promise<Buffer> {
  const run = inWorker<Content, Uint8Array>(program)
  return async (content) => Buffer.from(await run(content))
}

/** As `pdfInWorker`, for a program that gets a list of documents and posts their bytes in the same order. */
export function pdfsInWorker<Content>(program: URL): (contents: readonly Content[]) => Promise<Buffer[]> {
  const run = inWorker<readonly Content[], Uint8Array[]>(program)
  return async (contents) => (await run(contents)).map((bytes) => Buffer.from(bytes))
}

function inWorker<Content, Result>(program: URL): (content: Content) => Promise<Result> {
  const semaphore = createSemaphore(1)
  return async (content) => {
    const leave = await semaphore.take()
    try {
      return await render<Result>(program, content)
    } finally {
      leave()
    }
  }
}

function render<Result>(program: URL, workerData: unknown): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData, resourceLimits: { maxOldGenerationSizeMb: 256 } })
    const timer = setTimeout(() => end(() => reject(new Error('the report was not made in time'))), TIMEOUT_MS)
    function end(settle: () => void) {
      clearTimeout(timer)
      void worker.terminate()
      settle()
    }
    worker.once('message', (result: Result) => end(() => resolve(result)))
    worker.once('error', (failure) => end(() => reject(failure)))
  })
}
