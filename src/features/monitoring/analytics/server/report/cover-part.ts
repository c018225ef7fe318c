import { reportTexts } from '../../texts.ts'
import type { ReportInput } from './read-report.ts'
import { reportText, reportTime } from './report-format.ts'
import { figureOf, type ReportPart } from './report-parts.ts'

/** The cover: what the report is about, its period, and how much of it has samples. */
export function coverPart(input: ReportInput, coverage: number): ReportPart {
  const { deployment, zone, from, to } = input
  const time = reportTime(zone)
  const figure = (label: keyof typeof reportTexts.figures, text: string) => figureOf(input, label, { text })
  return {
    figures: [
      figure('account', deployment.account.displayName),
      figure('deployment', deployment.name),
      figure('version', deployment.version),
      figure('softwareVersion', deployment.softwareVersion ?? reportTexts.missing),
      figure('period', `${time(from)} – ${time(to)}`),
      figure('zone', zone),
      figure('madeFor', time(to)),
      figureOf(input, 'coverage', { text: reportText(coverage, 'percent'), value: coverage }),
    ],
  }
}
