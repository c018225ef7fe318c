import { pdfInWorker } from '#kit/server/pdf-in-worker.ts'
import type { PrintedReport } from './printed-report.ts'

/** The report as PDF. */
export const reportPdf = pdfInWorker<PrintedReport>(new URL('./assets/render-outage-report.mjs', import.meta.url))
