import type { Header } from 'postal-mime'

/** Names of headers that programs add to what they write by themselves, whatever spelling they chose. */
const programHeader =
  /^(?:x-|precedence-)?(?:.*[-_])?(?:auto[-_]?(?:re(?:ply|pl|spon)|generat|answer|mat)|vacation|out-?of-?office)/
const automaticReply = /\bauto[-_ ]?(?:reply|replied|respon|generated|answer)|\bvacation\b/i
const sayingHeaders = new Set([
  'delivered-to',
  'x-mailer',
  'user-agent',
  'x-post-messageclass',
  'x-precedence',
  'precedence',
  'x-loop',
])
/** Before the subject of the mail that they reply to, programs write what they are, in the language of their user. */
const before =
  /\b(?:auto|automat|out of (?:the )?office|ooo\b|vacation|abwesen|absence|absent|ausente|fuori|afwezig|frånvar|fravær|poissa)|otomatik|автомат|отсутств|自动|自動|不在|자동|부재/iu
/** A subject of their own; of a subject like "Absence of signal" a person is the author. */
const wholeSubject =
  /^\s*(?:auto[- ]?(?:reply|response|svar)\b|automat\p{L}* (?:reply|response|antwort|antwoord|svar|vastaus|odpov\p{L}*)|(?:réponse|respuesta|resposta|risposta|odpowiedź|odpověď) automa\p{L}*|out of (?:the )?office\b|abwesenheits\p{L}+|自动回复|自動応答|不在通知|자동 회신)|\bis out of (?:the )?office\b/iu

/**
 * Whether a program wrote a mail by itself (RFC 3834, and what programs write that do not follow it). Such a mail is
 * kept for staff, but is no answer.
 */
export function reasonOfProgram(headers: readonly Header[], subject: string): 'BOUNCE' | 'AUTOMATIC' | undefined {
  const value = (name: string) => headers.find(({ key }) => key === name)?.value
  if (/^\s*multipart\/report\b/i.test(value('content-type') ?? '')) return 'BOUNCE'
  if (/^\s*<>\s*$/.test(value('return-path') ?? '')) return 'BOUNCE'
  if (/^\s*(?:mailer-daemon|postmaster)@/i.test(value('from') ?? '')) return 'BOUNCE'
  if (headers.some(isOfProgram) || isOfProgramBy(subject)) return 'AUTOMATIC'
  return undefined
}

function isOfProgram({ key, value }: Header): boolean {
  if (key === 'auto-submitted') return !/^\s*no\b/i.test(value)
  if (/precedence$/.test(key) && /^\s*(?:bulk|junk|auto[-_]?reply)\b/i.test(value)) return true
  if (sayingHeaders.has(key) && automaticReply.test(value)) return true
  if (key === 'x-auto-response-suppress') return /\ball\b/i.test(value)
  return programHeader.test(key) && !/^\s*(?:no|none|false|0)?\s*$/i.test(value)
}

function isOfProgramBy(subject: string): boolean {
  const key = subject.search(/\[[A-Z][A-Z\d]*-\d+\]/)
  return key < 0 ? wholeSubject.test(subject) : before.test(subject.slice(0, key))
}
