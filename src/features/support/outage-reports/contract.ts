export {
  downloadOutageReport,
  LONGEST_SECTION,
  type OutageReport,
  type PublishedReport,
  publishOutageReport,
  type ReportDraft,
  type ReportField,
  type ReportTexts,
  readOutageReport,
  reportFields,
  reportProblems,
  saveOutageReport,
} from './contract/report.ts'
export { reportPublished, reportSaved } from './contract/report-events.ts'
