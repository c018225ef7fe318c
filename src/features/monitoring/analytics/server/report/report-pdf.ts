import { pdfInWorker } from '#kit/server/pdf-in-worker.ts'
import type { TecReport } from '../../contract.ts'

/** The technical report as PDF. */
export const reportPdf = pdfInWorker<TecReport>(new URL('../assets/render-pdf.mjs', import.meta.url))
