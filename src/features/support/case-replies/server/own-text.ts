import { knownText } from './known-text.ts'

/** What a mail that quotes the portal's own can be known by. */
export type SentTexts = {
  /** The texts that the user was sent about the case. */
  readonly texts: readonly string[]
  /** The addresses of the portal among those of the text, in lower case. */
  readonly addresses: readonly string[]
  /** The line above what the portal mails. */
  readonly marker: string
  /** The name that the mails of the portal come from. */
  readonly name: string
}

const ends = /[:：]\s*$/
const dates = /\b(?:19|20)\d\d\b|\b\d{1,2}[:.h]\d{2}\b|\d{4}年/
const labelledLine = /^\s*\*{0,2}[^\s:：>][^:：]{0,40}[:：]\*{0,2}\s*\S/
const divider = /^\s*(?:[_-]{5,}|-{2,}[^-]{3,60}-{2,})\s*$/
/** What an address can be in a text. */
export const addresses = /(?<![^\s<>()[\]"',;:])[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/g
/** What phones write below a mail. */
const device =
  /^(?:sent from (?:my |outlook|mail|yahoo)|get outlook for |von meinem \S+ gesendet|gesendet (?:von|mit) |envoyé (?:de|depuis) mon |enviado desde mi |enviado do meu |inviato da(?:l mio)? |verstuurd vanaf mijn |skickat från min |sendt fra min |wysłane z |lähetetty |отправлено с |iphoneから送信)/iu
const deviceName =
  /iphone|ipad|android|outlook|samsung|galaxy|huawei|xiaomi|pixel|blackberry|handy|mobil|telefon|phone|gmail|yahoo|mail/iu
const LONGEST_SIGNATURE = 12
const LONGEST_INTRODUCTION = 4
const LONGEST_HEAD = 10
/** Of a line that says where a quoted mail is from. */
const LONGEST_LINE = 500

/**
 * The text that the sender of a reply wrote, and whether anything was cut. Only what is known to be quoted is cut: what
 * stands under words that name the portal's mail, and what the portal sent. Everything else is text of the sender.
 */
export function ownTextOf(text: string, sentTexts: SentTexts): { text: string; isCut: boolean } {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  const cutLines = new Set<number>()
  const knownLines = knownText(sentTexts.texts, sentTexts.marker)
  const marks: Marks = { lines, cut: cutLines, sent: sentTexts, known: knownLines }
  cutMarked(marks)
  cutUnmarked(marks)
  cutSignature(marks)
  const keptLines = lines.filter((_, at) => !cutLines.has(at)).map((line) => line.trimEnd())
  const own = keptLines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return { text: own, isCut: [...cutLines].some((at) => lines[at]!.trim() !== '') }
}

type Marks = {
  readonly lines: readonly string[]
  /** The lines that are not of the sender. */
  readonly cut: Set<number>
  readonly sent: SentTexts
  readonly known: ReturnType<typeof knownText>
}

/** Blocks of lines that begin with `>`, with their introduction. */
function cutMarked(marks: Marks): void {
  const { lines, cut: cutLines, known: knownLines } = marks
  for (let from = 0; from < lines.length; from++) {
    if (!isMarked(lines[from]!)) continue
    let to = from
    while (to + 1 < lines.length && isMarked(lines[to + 1]!)) to += 1
    const quotedLines = lines.slice(from, to + 1).map((line) => line.replace(/^[\s>]+/, ''))
    const introduction = introductionAbove(marks, from)
    const begins = quotedLines
      .filter((line) => line.trim() !== '')
      .slice(0, LONGEST_INTRODUCTION)
      .map((line) => line.slice(-LONGEST_LINE))
    const isOurs =
      introduction !== undefined ||
      begins.some((_, at) => introduces(begins.slice(0, at + 1), marks.sent)) ||
      knownLines.mostOf(quotedLines)
    if (isOurs) for (let at = introduction ?? from; at <= to; at++) cutLines.add(at)
    from = to
  }
}

/** The first line of the introduction of what begins at a line; undefined unless it names the portal. */
function introductionAbove({ lines, cut, sent }: Marks, from: number): number | undefined {
  let last = from - 1
  while (last >= 0 && lines[last]!.trim() === '') last -= 1
  if (from - last > LONGEST_INTRODUCTION) return undefined
  let namedAt: number | undefined
  for (let at = last; at >= 0 && last - at < LONGEST_INTRODUCTION; at--) {
    if (cut.has(at) || lines[at]!.trim() === '' || isMarked(lines[at]!)) break
    const writtenLines = lines.slice(at, last + 1).map((line) => line.slice(-LONGEST_LINE))
    if (introduces(writtenLines, sent)) return at
    if (namedAt === undefined && ends.test(writtenLines.at(-1)!) && namesAddress(writtenLines.join(' '), sent))
      namedAt = at
  }
  return namedAt
}

/** Words like "On 30 November 2026 at 10:12, Headend <…> wrote:", in any language. */
function introduces(writtenLines: readonly string[], sentTexts: SentTexts): boolean {
  const text = writtenLines.join(' ')
  return ends.test(text) && dates.test(text.replaceAll(addresses, '')) && namesPortal(text, sentTexts)
}

function namesPortal(text: string, sentTexts: SentTexts): boolean {
  return (
    namesAddress(text, sentTexts) ||
    (sentTexts.name !== '' && text.toLowerCase().includes(sentTexts.name.toLowerCase()))
  )
}

function namesAddress(text: string, sentTexts: SentTexts): boolean {
  return (text.match(addresses) ?? []).some((address) => sentTexts.addresses.includes(address.toLowerCase()))
}

/**
 * A quoted mail without marks: under the lines From, Sent and Subject of the portal's own mail, or under words that
 * introduce it, what the portal sent is cut and the rest is kept.
 */
function cutUnmarked(marks: Marks): void {
  const { lines, cut: cutLines } = marks
  for (let at = 0; at < lines.length; at++) {
    const head = cutLines.has(at) ? undefined : headAt(marks, at)
    if (!head) continue
    let { from } = head
    while (from > 0 && (lines[from - 1]!.trim() === '' || divider.test(lines[from - 1]!))) from -= 1
    for (; from < head.end; from++) cutLines.add(from)
    cutKnown(marks, head.end)
    return
  }
}

/** What says, at a line, that the portal's mail follows. */
function headAt(marks: Marks, at: number): { from: number; end: number } | undefined {
  const { lines, known: knownLines } = marks
  const labels = labelsEnd(marks, at)
  if (labels !== undefined) return { from: at, end: labels }
  if (knownLines.isMarker(lines[at]!)) return { from: at, end: at + 1 }
  const from = ends.test(lines[at]!.slice(-LONGEST_LINE)) ? introductionAbove(marks, at + 1) : undefined
  const follows = from !== undefined && lines.slice(at + 1).some((line) => knownLines.has(line))
  return follows ? { from, end: at + 1 } : undefined
}

/** The line after a block of two labelled lines or more of which the first names the portal. */
function labelsEnd({ lines, sent }: Marks, from: number): number | undefined {
  let end = from
  while (end < lines.length && end - from < LONGEST_HEAD && labelledLine.test(lines[end]!.slice(0, LONGEST_LINE)))
    end += 1
  if (end - from < 2) return undefined
  const [first = '', ...more] = lines.slice(from, end).map((line) => line.slice(0, LONGEST_LINE))
  const isOurs = namesAddress(first, sent) || (namesPortal(first, sent) && more.some((line) => dates.test(line)))
  return isOurs ? end : undefined
}

function cutKnown({ lines, cut, known }: Marks, from: number): void {
  for (let begin = from; begin < lines.length; begin++) {
    let end = begin
    while (end < lines.length && lines[end]!.trim() !== '') end += 1
    const paragraph = lines.slice(begin, end)
    if (paragraph.length > 0 && known.has(paragraph.join(' '))) for (let at = begin; at < end; at++) cut.add(at)
    else for (let at = begin; at < end; at++) if (known.has(lines[at]!)) cut.add(at)
    begin = end
  }
}

/** The signature (RFC 3676 4.3), which ends where a quoted mail begins; and what a phone writes at the end. */
function cutSignature({ lines, cut }: Marks): void {
  const from = lines.findIndex((line, at) => line === '-- ' && !cut.has(at))
  if (from >= 0) {
    let end = from + 1
    while (end < lines.length && !cut.has(end)) end += 1
    const writtenCount = lines.slice(from + 1, end).filter((line) => line.trim() !== '').length
    if (writtenCount <= LONGEST_SIGNATURE) for (let at = from; at < end; at++) cut.add(at)
  }
  const last = lines.findLastIndex((line, at) => !cut.has(at) && line.trim() !== '')
  const line = lines[last]?.trim() ?? ''
  if (line.length <= 100 && device.test(line) && deviceName.test(line)) cut.add(last)
}

function isMarked(line: string): boolean {
  return /^\s{0,3}>/.test(line)
}
