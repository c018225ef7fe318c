import { fillText } from '#kit/contract/problem.ts'
import { standardFontText } from '#kit/server/standard-font-text.ts'
import { timeInZone } from '#kit/server/time-in-zone.ts'
import { type ReportField, reportFields } from '../contract.ts'
import { pageTexts, serverTexts } from '../texts.ts'
import { type Block, markdownBlocks } from './markdown-blocks.ts'
import type { StoredPublished } from './report-store.ts'

/** A report as the program that draws the PDF gets it. */
export type PrintedReport = {
  readonly heading: string
  readonly lines: readonly string[]
  /** The PDF's own dates: those of the publication, so that its bytes are the same each time. */
  readonly madeAt: string
  readonly sections: readonly { readonly title: string; readonly blocks: readonly Block[] }[]
}

/** What is printed of a published report; nothing that changes after its publication. */
export function printedReport(key: string, report: StoredPublished): PrintedReport {
  const { revision, publishedAt, timeZone: zone, subject, accountName } = report
  const publishedText = fillText(serverTexts.published, { revision, at: timeInZone(publishedAt, zone), zone })
  return {
    heading: standardFontText(fillText(serverTexts.heading, { key })),
    lines: [accountName, subject, publishedText].map(standardFontText),
    madeAt: publishedAt,
    sections: reportFields.map((field: ReportField) => ({
      title: pageTexts.section[field],
      blocks: markdownBlocks(report[field]),
    })),
  }
}
