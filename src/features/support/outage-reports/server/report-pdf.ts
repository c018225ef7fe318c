import { Worker } from 'node:worker_threads'
import { createSemaphore } from '#kit/server/semaphore.ts'
import type { PrintedReport } from './printed-report.ts'

const program = new URL('./assets/render-outage-report.mjs', import.meta.url)
/** A report that takes longer has gone wrong. */
const TIMEOUT_MS = 30_000
const turns = createSemaphore(1)

/** The report as PDF, made in a worker: this process answers requests meanwhile. */
export async function reportPdf(report: PrintedReport): Promise<Buffer> {
  const leave = await turns.take()
  try {
    return await render(report)
  } finally {
    leave()
  }
}

function render(report: PrintedReport): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData: report, resourceLimits: { maxOldGenerationSizeMb: 256 } })
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
