import type { ReportedCases, ReportedOutage } from './read-cases.ts'
import type { ReportInput } from './read-report.ts'
import { reportText, sentence } from './report-format.ts'
import { countOf, type ReportPart, tableOf } from './report-parts.ts'

/** The section about cases: open, resolved in the period, returns. */
export function casesPart(input: ReportInput, cases: ReportedCases | null): ReportPart {
  if (!cases) return { sentences: [sentence('hidden')] }
  return {
    figures: [
      countOf(input, 'openCases', cases.open),
      countOf(input, 'resolvedCases', cases.resolved),
      countOf(input, 'returns', cases.returns),
    ],
    tables: tableOf(
      'openCases',
      ['key', 'priority', 'subject'],
      cases.newest.map(({ key, priority, subject }) => [key, priority, subject]),
    ),
  }
}

/** What the outages of the period cost. */
export function outageSentence(outages: readonly ReportedOutage[] | undefined, lostMinutes: number): string {
  if (!outages) return sentence('hiddenOutages')
  if (outages.length === 0) return sentence('noOutages')
  return sentence('outages', { outages: outages.length, minutes: reportText(lostMinutes, 'count') })
}
