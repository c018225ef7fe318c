import type { Database } from '#kit/server/database.ts'
import type { TecReport } from '../../contract.ts'
import { reportTexts } from '../../texts.ts'
import { inventorySettings } from '../inventory-settings.ts'
import { mdUtilization } from '../md-utilization.ts'
import { availabilityPart } from './availability-part.ts'
import { capacityPart, capacitySentence, splitSentence } from './capacity-part.ts'
import { casesPart, outageSentence } from './cases-part.ts'
import { coverPart } from './cover-part.ts'
import { readCases } from './read-cases.ts'
import { readOpenFindings } from './read-outside.ts'
import { type ReportInput, readGaps, readSection } from './read-report.ts'
import { reportText, sentence } from './report-format.ts'
import { countOf, type ReportPart, tableOf } from './report-parts.ts'
import { reportQueries } from './report-queries.ts'
import { softwarePart } from './software-part.ts'
import { watermarkPart } from './watermark-part.ts'
import { workPart } from './work-part.ts'

type SectionName = keyof typeof reportTexts.sections

/** Makes the technical report: the same figures for the same period, samples and user. */
export async function buildReport(db: Database, input: ReportInput): Promise<TecReport> {
  const { deployment, zone, from, to, version, accountId } = input
  const gaps = await readGaps(db, input)
  const cases = await readCases(db, input)
  const { dsThreshold: ds, usThreshold: us } = await inventorySettings(db, accountId)
  const domains = await mdUtilization(db, input.scope, { from, to, zone, thresholds: { ds, us } })
  const modems = await readSection(db, input, reportQueries.modems)
  const [knownModems, online] = modems.figures
  const findings = await readOpenFindings(db, input)
  const availability = await availabilityPart(db, input, {
    outages: cases?.outages,
    modems: knownModems?.value ?? null,
  })
  const missing = reportText(gaps.missingMinutes, 'count')
  const todo = [
    ...(findings ?? []).map(({ next, displayName, count }) => sentence('finding', { next, displayName, count })),
    ...domains.filter(({ flagged }) => flagged).map(splitSentence),
    ...(gaps.missingMinutes > 0 ? [sentence('telemetry', { minutes: missing })] : []),
  ]
  const open = (findings ?? []).reduce((sum, { count }) => sum + count, 0)
  const health = { known: knownModems?.text ?? '', online: online?.text ?? '', findings: open }
  const parts: readonly (readonly [SectionName, ReportPart])[] = [
    ['cover', coverPart(input, gaps.coverage)],
    [
      'summary',
      {
        sentences: [
          availability.blended === null
            ? sentence('noAvailability')
            : sentence('availability', { availability: availability.blended }),
          outageSentence(cases?.outages, availability.lost),
          capacitySentence(domains),
          sentence(findings ? 'health' : 'healthOnly', health),
          todo[0] ?? sentence('nothing'),
        ],
      },
    ],
    ['availability', availability.part],
    ['modems', modems],
    ['capacity', capacityPart(input, domains)],
    ['rf', await readSection(db, input, reportQueries.rf)],
    ['nodes', await readSection(db, input, reportQueries.nodes)],
    ...(version === 4
      ? ([
          ['cores', await readSection(db, input, reportQueries.cores)],
          ['pon', await readSection(db, input, reportQueries.pon)],
        ] as const)
      : []),
    ['watermarks', await watermarkPart(db, input)],
    ['software', await softwarePart(db, input)],
    ['cases', casesPart(input, cases)],
    ['maintenance', await workPart(db, input)],
    [
      'recommendations',
      {
        sentences: [
          ...(findings ? [] : [sentence('hiddenFindings')]),
          ...(todo.length > 0 ? todo : [sentence('nothing')]),
        ],
        figures: findings ? [countOf(input, 'openFindings', open)] : [],
      },
    ],
    [
      'gaps',
      {
        figures: [countOf(input, 'missingMinutes', gaps.missingMinutes)],
        tables: tableOf('gaps', ['cluster', 'minutes'], gaps.rows),
      },
    ],
  ]
  return {
    title: reportTexts.title,
    account: deployment.account.displayName,
    deployment: deployment.name,
    deploymentVersion: deployment.version,
    analyticsVersion: version,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    zone,
    sections: parts.map(([name, part], index) => ({
      number: index + 1,
      title: reportTexts.sections[name],
      sentences: [...new Set(part.sentences ?? [])],
      figures: [...(part.figures ?? [])],
      tables: [...(part.tables ?? [])],
    })),
  }
}
