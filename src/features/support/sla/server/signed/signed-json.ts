import { type Canonical, canonicalJson } from '#features/platform/signing/server/index.ts'
import { type SlaLine, type SlaReceipt, slaViews } from '../../contract.ts'

/**
 * A revision of a month as canonical JSON. It names no user, so the deletion of a user changes nothing; and neither the
 * key nor the time of signing, so the same revision always gives the same bytes.
 */
export function signedJson(receipt: SlaReceipt): Buffer {
  const { madeAt, reason } = receipt.revisions.find(({ revision }) => revision === receipt.revision)!
  const figures = Object.fromEntries(slaViews.map((view) => [view, receipt[view] as Canonical]))
  const text = canonicalJson({
    documentVersion: 1,
    account: { id: receipt.accountId, name: receipt.account },
    month: receipt.yearMonth,
    timeZone: receipt.timeZone,
    begins: receipt.begins,
    ends: receipt.ends,
    minutes: receipt.minutesInMonth,
    revision: { number: receipt.revision, made: madeAt, reason },
    devices: {
      total: receipt.totalDeviceCount,
      cn: receipt.cmCountCn,
      cnD31: receipt.cmCountCnD31,
      nonCn: receipt.cmCountNonCn,
      d31: receipt.cmCountD31,
      onu: receipt.onuCount,
      counted: receipt.lastUpdateTime,
    },
    figures,
    outages: receipt.outages.map(lineOf),
  })
  return Buffer.from(`${text}\n`)
}

function lineOf({ issueUrl: _page, edits, disputes: _later, byFamily, parts, ...line }: SlaLine): Canonical {
  return {
    ...line,
    byFamily: { ...byFamily },
    ...(parts ? { parts: parts.map((part) => ({ ...part })) } : {}),
    edits: edits.map(({ by: _user, ...edit }) => edit),
  }
}
