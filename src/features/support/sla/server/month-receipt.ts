import { shareMinutes } from '../contract/share-minutes.ts'
import { type PerFamily, viewFigure } from '../contract/sla-arithmetic.ts'
import type { SlaLine, SlaReceipt, SlaStat } from '../contract.ts'
import type { FrozenLine, MonthSource, SourceLine } from './month-source.ts'

/** The lines of a month with their families, sums and overlaps: frozen ones unchanged, live ones derived. */
export function linesOf(source: MonthSource): readonly FrozenLine[] {
  const { live, frozen: frozenLines, counts } = source
  if (frozenLines) return frozenLines
  const sources = live ?? []
  const derivedLines = sources.map((line) => lineOf(line, counts))
  return withParts(source, sources, derivedLines).map((line) => ({
    ...line,
    overlaps: line.counted ? overlapOf(line, derivedLines) : null,
  }))
}

/** The figures of a month. */
export function statOf(source: MonthSource, lines = linesOf(source)): SlaStat {
  const { counts, minutes, accountId, month } = source
  return {
    id: `${accountId}-${month}`,
    yearMonth: month,
    account: source.account,
    accountId: String(accountId),
    timeZone: source.timeZone,
    begins: source.begins,
    ends: source.ends,
    minutesInMonth: minutes,
    totalDeviceCount: counts.total,
    cmCountCn: counts.cn,
    cmCountCnD31: counts.cnD31,
    cmCountNonCn: counts.nonCn,
    cmCountD31: counts.d31,
    onuCount: counts.onu,
    lastUpdateTime: source.countsReadAt,
    errorMessage: counts.total === null ? 'counts-missing' : null,
    preliminary: source.closedAt === null,
    closedAt: source.closedAt,
    revision: source.revision,
    vendor: viewFigure(counts, minutes, lines, 'vendor'),
    nonVendor: viewFigure(counts, minutes, lines, 'nonVendor'),
    blended: viewFigure(counts, minutes, lines, 'blended'),
    version: source.version,
  }
}

/** The figures of a month with every line and every edit of it. */
export function receiptOf(source: MonthSource): SlaReceipt {
  const lines = linesOf(source)
  const stat = statOf(source, lines)
  const { totalModemMinutes, lostModemMinutes } = stat.blended
  const editsOf = (key: string) => source.edits.filter((edit) => edit.key === key).map(({ key: _key, ...edit }) => edit)
  const disputesOf = (key: string) =>
    source.disputes.filter(({ outage }) => outage === key).map(({ outage: _outage, ...dispute }) => dispute)
  return {
    ...stat,
    outages: lines.map((line) => ({ ...line, edits: editsOf(line.key), disputes: disputesOf(line.key) })),
    clamped: totalModemMinutes !== null && totalModemMinutes > 0 && lostModemMinutes > totalModemMinutes,
    revisions: source.revisions,
  }
}

function lineOf(
  { deploymentType, deploymentDevices: _, byFamily, ...line }: SourceLine,
  counts: PerFamily,
): FrozenLine {
  const isCounted = line.excludedBecause === null
  const modems = line.totalCmsAffectedCounted
  return {
    ...line,
    byFamily: byFamily
      ? scaleFamilies(byFamily, modems, line.totalCmsAffected)
      : estimateFamilies(deploymentType, modems, counts),
    estimated: byFamily === null || modems !== line.totalCmsAffected,
    counted: isCounted,
    lostModemMinutes: isCounted ? modems * line.countedMinutes : 0,
    overlaps: null,
  }
}

/** The counted lines share the minutes of their deployment: no minute counts more modems than it has. */
function withParts(
  { begins }: MonthSource,
  sources: readonly SourceLine[],
  lines: readonly FrozenLine[],
): readonly FrozenLine[] {
  const countedLines = lines.flatMap((line, index) =>
    line.counted ? { line, devices: sources[index]!.deploymentDevices } : [],
  )
  const parts = shareMinutes(
    countedLines.map(({ line, devices }) => ({
      deployment: line.deployment,
      devices,
      from: Math.max(0, Math.floor((Date.parse(line.started) - Date.parse(begins)) / 60_000)),
      minutes: line.countedMinutes,
      modems: line.totalCmsAffectedCounted,
    })),
  )
  return lines.map((line) => {
    const own = parts[countedLines.findIndex((one) => one.line === line)] ?? []
    const lostMinutes = own.reduce((all, { minutes, modems }) => all + minutes * modems, 0)
    return line.counted && lostMinutes < line.lostModemMinutes
      ? { ...line, lostModemMinutes: lostMinutes, parts: [...own] }
      : line
  })
}

/** The families that staff gave, in proportion where fewer modems are counted than were affected. */
function scaleFamilies(
  byFamily: { readonly [family: string]: number },
  modems: number,
  affectedModems: number,
): PerFamily {
  const part = (count = 0) =>
    modems === affectedModems ? count : affectedModems === 0 ? 0 : Math.round((count * modems) / affectedModems)
  const [cn, nonCn] = [part(byFamily.cn), part(byFamily.nonCn)]
  return { cn, nonCn, onu: Math.max(modems - cn - nonCn, 0), cnD31: part(byFamily.cnD31), d31: part(byFamily.d31) }
}

/** All of the modems are of the family of the deployment; D3.1 parts by the share that the account has. */
function estimateFamilies(type: string | null, modems: number, counts: PerFamily): PerFamily {
  if (type === null) return { cn: null, cnD31: null, nonCn: null, d31: null, onu: null }
  if (type === 'CN-PON') return { cn: 0, cnD31: 0, nonCn: 0, d31: 0, onu: modems }
  const isCn = type === 'CN-DOCSIS'
  const parts = isCn ? counts.cnD31 : counts.d31 === null || counts.cnD31 === null ? null : counts.d31 - counts.cnD31
  const all = isCn ? counts.cn : counts.nonCn
  const d31 = parts === null || !all ? null : Math.round((modems * parts) / all)
  return { cn: isCn ? modems : 0, nonCn: isCn ? 0 : modems, onu: 0, cnD31: isCn ? d31 : 0, d31 }
}

/** An earlier counted outage of the same deployment that lasted into this one. */
function overlapOf(line: FrozenLine, all: readonly FrozenLine[]): SlaLine['overlaps'] {
  const before = all.find(
    (other) =>
      other !== line &&
      other.counted &&
      other.deployment !== null &&
      other.deployment === line.deployment &&
      Date.parse(other.started) <= Date.parse(line.started) &&
      (other.ended === null || Date.parse(other.ended) > Date.parse(line.started)) &&
      all.indexOf(other) < all.indexOf(line),
  )
  return before?.key ?? null
}
