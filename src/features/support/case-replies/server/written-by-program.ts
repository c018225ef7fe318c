import type { Header } from 'postal-mime'

/** Names of headers that programs add to what they write by themselves, whatever spelling they chose. */
const named =
  /^(?:x-|precedence-)?(?:.*[-_])?(?:auto[-_]?(?:re(?:ply|pl|spon)|generat|answer|mat)|vacation|out-?of-?office)/
const said = /\bauto[-_ ]?(?:reply|replied|respon|generated|answer)|\bvacation\b/i
const saying = new Set([
  'delivered-to',
  'x-mailer',
  'user-agent',
  'x-post-messageclass',
  'x-precedence',
  'precedence',
  'x-loop',
])
/** Before the subject of the mail that they reply to, programs write what they are, in the language of their user. */
const subjects =
  /^\s*(?:auto(?:reply|-reply|matic|matisch|matique|svar|matick|maatti|risp|: )|out of (?:the )?office|abwesen|(?:réponse|respuesta|resposta|risposta|odpowiedź|odpověď|răspuns)\s+(?:auto|autom)|absence|absent|ausente|fuori (?:sede|ufficio)|afwezig|frånvar|fravær|fraværs|poissa|otomatik|автомат|отсутств|自动|自動|不在|자동|부재|ooo\b)|\bout of (?:the )?office\b/iu

/**
 * Whether a program wrote a mail by itself (RFC 3834, and what programs write that do not follow it). Such a mail is
 * kept for staff, but is no answer.
 */
export function reasonOfProgram(headers: readonly Header[], subject: string): 'BOUNCE' | 'AUTOMATIC' | undefined {
  const value = (name: string) => headers.find(({ key }) => key === name)?.value
  if (/^\s*multipart\/report\b/i.test(value('content-type') ?? '')) return 'BOUNCE'
  if (/^\s*<>\s*$/.test(value('return-path') ?? '')) return 'BOUNCE'
  if (/^\s*(?:mailer-daemon|postmaster)@/i.test(value('from') ?? '')) return 'BOUNCE'
  if (headers.some(isOfProgram) || subjects.test(subjectBefore(subject))) return 'AUTOMATIC'
  return undefined
}

function isOfProgram({ key, value }: Header): boolean {
  if (key === 'auto-submitted') return !/^\s*no\b/i.test(value)
  if (/precedence$/.test(key) && /^\s*(?:bulk|junk|auto[-_]?reply)\b/i.test(value)) return true
  if (saying.has(key) && said.test(value)) return true
  return named.test(key) && !/^\s*(?:no|none|false|0)?\s*$/i.test(value)
}

/** What stands before the case in a subject: the words after it are those of the mail that was replied to. */
function subjectBefore(subject: string): string {
  const key = subject.search(/\[[A-Z][A-Z\d]*-\d+\]/)
  return key < 0 ? subject : subject.slice(0, key)
}
