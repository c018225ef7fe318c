import type { MdUtilization, ReportTable } from '../../contract.ts'
import type { reportTexts } from '../../texts.ts'
import type { ReportInput } from './read-report.ts'
import { reportText, sentence } from './report-format.ts'
import { countOf, type ReportPart, tableOf } from './report-parts.ts'

const FULLEST = 10

/** The section about the utilisation of MAC domains: those above the threshold, the fullest in each direction, the trend. */
export function capacityPart(input: ReportInput, domains: readonly MdUtilization[]): ReportPart {
  const judgedDomains = domains.filter(({ missing }) => !missing)
  const flaggedDomains = domains.filter((one) => one.flagged)
  const fullest = (wantedDirection: MdUtilization['direction']) =>
    judgedDomains
      .filter(({ direction }) => direction === wantedDirection)
      .toSorted((a, b) => (b.p95Busy ?? -1) - (a.p95Busy ?? -1))
      .slice(0, FULLEST)
  return {
    sentences: [capacitySentence(domains)],
    figures: [countOf(input, 'macDomains', domains.length), countOf(input, 'flagged', flaggedDomains.length)],
    tables: [
      ...mdTable('flagged', flaggedDomains),
      ...mdTable('fullestDs', fullest('ds')),
      ...mdTable('fullestUs', fullest('us')),
    ],
  }
}

/** How many MAC domains are above their threshold. */
export function capacitySentence(domains: readonly MdUtilization[]): string {
  return sentence('capacity', { flagged: domains.filter((one) => one.flagged).length, judged: domains.length })
}

/** What to do about a MAC domain above its threshold. */
export function splitSentence({ md, ccap, direction, p95Busy }: MdUtilization): string {
  return sentence('split', { md, ccap, direction: direction.toUpperCase(), p95: reportText(p95Busy, 'percent') })
}

function mdTable(title: keyof typeof reportTexts.tables, rows: readonly MdUtilization[]): ReportTable[] {
  return tableOf(
    title,
    ['md', 'ccap', 'direction', 'p95', 'days', 'trend', 'fullOn'],
    rows.map(({ md, ccap, direction, p95Busy, daysAbove, trendPerWeek, fullOn }) => [
      ...[md, ccap, direction.toUpperCase(), reportText(p95Busy, 'percent'), String(daysAbove)],
      ...[reportText(trendPerWeek, 'percent'), fullOn ?? ''],
    ]),
  )
}
