import { fillText } from '#kit/contract/problem.ts'
import { pdfsInWorker } from '#kit/server/pdf-in-worker.ts'
import { standardFontText } from '#kit/server/standard-font-text.ts'
import { timeInZone } from '#kit/server/time-in-zone.ts'
import { type SlaReceipt, slaViews } from '../../contract.ts'
import { serverTexts } from '../../texts.ts'

/** A month as the program that draws the PDF gets it. */
type PrintedMonth = {
  readonly heading: string
  readonly lines: readonly string[]
  /** The PDF's own dates. */
  readonly madeAt: string
  readonly tables: readonly {
    readonly title: string
    /** Each with its share of the width. */
    readonly columns: readonly { readonly label: string; readonly width: number; readonly right?: true }[]
    readonly rows: readonly (readonly string[])[]
    readonly empty: string
  }[]
}

/** PDFs of months, in their order. */
export const slaPdfs = pdfsInWorker<PrintedMonth>(new URL('../assets/render-sla-months.mjs', import.meta.url))

/** What is printed of a revision: nothing that changes after it was made. */
export function printedMonth(receipt: SlaReceipt): PrintedMonth {
  const { timeZone: zone, revision, yearMonth: month, account } = receipt
  const { madeAt, reason } = receipt.revisions.find((one) => one.revision === revision)!
  const number = (value: number | null) => (value === null ? serverTexts.missing : value.toLocaleString('en-GB'))
  const at = (moment: string | null) => (moment === null ? serverTexts.running : timeInZone(moment, zone))
  const right = true as const
  const figures = slaViews.map((view) => [
    serverTexts[view],
    number(receipt.totalDeviceCount),
    number(receipt.minutesInMonth),
    number(receipt[view].lostModemMinutes),
    receipt[view].availability ?? serverTexts.missing,
  ])
  const outages = receipt.outages.map((line) => [
    line.key,
    at(line.started),
    at(line.ended),
    number(line.countedMinutes),
    number(line.totalCmsAffectedCounted),
    number(line.lostModemMinutes),
    line.excludedBecause
      ? serverTexts.excluded[line.excludedBecause]
      : line.isVendorIssue
        ? serverTexts.vendor
        : serverTexts.nonVendor,
  ])
  const lines = [
    account,
    fillText(serverTexts.revision, { revision, at: at(madeAt), zone }),
    ...(reason ? [fillText(serverTexts.reason, { reason })] : []),
    ...(receipt.lastUpdateTime ? [fillText(serverTexts.counted, { at: at(receipt.lastUpdateTime) })] : []),
  ]
  return {
    heading: fillText(serverTexts.heading, { month }),
    lines: lines.map(standardFontText),
    madeAt,
    tables: [
      {
        title: serverTexts.figures,
        columns: [
          { label: serverTexts.view, width: 2 },
          { label: serverTexts.devices, width: 1.4, right },
          { label: serverTexts.minutes, width: 1.4, right },
          { label: serverTexts.lost, width: 1.8, right },
          { label: serverTexts.availability, width: 1.6, right },
        ],
        rows: figures,
        empty: '',
      },
      {
        title: serverTexts.outages,
        columns: [
          { label: serverTexts.outage, width: 1.6 },
          { label: serverTexts.start, width: 2.1 },
          { label: serverTexts.end, width: 2.1 },
          { label: serverTexts.minutes, width: 1, right },
          { label: serverTexts.modems, width: 1.1, right },
          { label: serverTexts.lost, width: 1.6, right },
          { label: serverTexts.counts, width: 1.9 },
        ],
        rows: outages.map((row) => row.map(standardFontText)),
        empty: serverTexts.noOutages,
      },
    ],
  }
}
