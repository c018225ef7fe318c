export {
  downloadOutageReport,
  publishOutageReport,
  readOutageReport,
  saveOutageReport,
} from './contract/report-calls.ts'
export { reportPublished, reportSaved } from './contract/report-events.ts'
export { LONGEST_SECTION, type ReportField, type ReportTexts, reportFields } from './contract/report-fields.ts'
export { reportProblems } from './contract/report-problems.ts'
export type { OutageReport, PublishedReport, ReportDraft } from './contract/report-shapes.ts'
