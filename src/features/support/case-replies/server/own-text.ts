/** Lines with which mail programs begin a quoted mail, in the languages of the customers. */
const attribution =
  /^[\s>]*(?:on\b.{4,200}\bwrote|am\b.{4,200}\bschrieb\b.{0,100}|le\b.{4,200}\ba écrit|el\b.{4,200}\bescribió|il\b.{4,200}\bha scritto|em\b.{4,200}\bescreveu|op\b.{4,200}\bschreef\b.{0,100}|den\b.{4,200}\bskrev\b.{0,100}|.{0,200}<[^<>\s@]{1,64}@[^<>\s@]{1,255}>.{0,40})\s*:\s*$/iu
const divider =
  /^\s*(?:-{2,}\s*(?:original message|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale|forwarded message|weitergeleitete nachricht)\s*-{2,}|_{10,})\s*$/iu
const header = /^\s*\*?(?:from|von|de|da|van|fra|från)\*?\s*:\s*\*?\s*\S/iu
const headerAfter =
  /^\s*\*?(?:sent|date|gesendet|datum|envoyé|enviado|inviato|verzonden|sendt|skickat|to|an|à|para|a|aan)\*?\s*:/iu
const signature = /^-- ?$/
const device =
  /^\s*(?:sent from my \S.{0,60}|get outlook for \S.{0,60}|von meinem \S.{0,60} gesendet|envoyé de mon \S.{0,60}|enviado desde mi \S.{0,60})$/iu

/**
 * The text that the sender of a reply wrote: without the quoted mail, the lines that introduce it, and the signature.
 * Empty when nothing is left. Text below quoted lines is kept: some users reply between them.
 */
export function ownTextOf(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  const kept: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!.slice(0, 4_000)
    if (signature.test(line) || divider.test(line)) break
    if (header.test(line) && lines.slice(at + 1, at + 4).some((next) => headerAfter.test(next.slice(0, 200)))) break
    // Long introductions are wrapped onto a second line.
    if (attribution.test(line)) continue
    if (attribution.test(`${line} ${lines[at + 1] ?? ''}`.slice(0, 4_000)) && startsAttribution(line)) {
      at += 1
      continue
    }
    if (/^\s*>/.test(line) || device.test(line)) continue
    kept.push(lines[at]!)
  }
  return kept
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function startsAttribution(line: string): boolean {
  return /^\s*(?:on|am|le|el|il|em|op|den)\s+\S/iu.test(line)
}
