import type { Database } from '#kit/server/database.ts'
import { reportTexts } from '../../texts.ts'
import { readIssues, readNewestVersion } from './read-outside.ts'
import { type ReportInput, readInventoryDay } from './read-report.ts'
import { sentence } from './report-format.ts'
import { countOf, figureOf, type ReportPart, tableOf } from './report-parts.ts'

/** The section about software: the version, the newest delivered one, and the known issues that affect it. */
export async function softwarePart(db: Database, input: ReportInput): Promise<ReportPart> {
  const software = input.deployment.softwareVersion
  const inventory = await readInventoryDay(db, input)
  const newest = await readNewestVersion(db, input)
  const issues = await readIssues(db, input, newest)
  const affecting = issues?.affecting ?? []
  const fixedCount = affecting.filter(({ isFixed }) => isFixed).length
  return {
    sentences: [
      software ? sentence('software', { software }) : sentence('unknownSoftware'),
      inventory ? sentence('inventory', inventory) : sentence('noInventory'),
      ...(issues ? [sentence('knownIssues', { all: issues.all, affecting: affecting.length, fixed: fixedCount })] : []),
    ],
    figures: [
      figureOf(input, 'newestVersion', { text: newest ?? reportTexts.missing }),
      ...(issues
        ? [countOf(input, 'knownIssues', issues.all), countOf(input, 'affectingIssues', affecting.length)]
        : []),
    ],
    tables: tableOf(
      'knownIssues',
      ['key', 'title', 'severity', 'fixedIn'],
      affecting.map(({ key, title, severity, fixedIn }) => [key, title, severity, fixedIn ?? reportTexts.notFixed]),
    ),
  }
}
