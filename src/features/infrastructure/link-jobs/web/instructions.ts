/** A part of the instructions: Markdown, or a command to copy. */
export type InstructionPart = { readonly kind: 'text' | 'code'; readonly text: string }
/** A numbered section; the first one, before the numbers, has no title. */
export type InstructionSection = { readonly title: string | null; readonly parts: readonly InstructionPart[] }

/** Splits instructions at their headings and code blocks, so that each command gets a button and each step its state. */
export function splitInstructions(markdown: string): InstructionSection[] {
  return markdown
    .replace(/^# .*\n/, '')
    .split(/^## (?:\d+\. )?/m)
    .map((section, index) => {
      const [, title, body] =
        index === 0 ? ['', null, section] : (/^(.*)\n([\s\S]*)$/.exec(section) ?? ['', section, ''])
      return { title: title ?? null, parts: partsOf(body ?? '') }
    })
}

function partsOf(body: string): InstructionPart[] {
  return body.split(/^```/m).flatMap((piece, index): InstructionPart[] => {
    const text = (index % 2 === 1 ? piece.replace(/^\w*\n/, '') : piece).trim()
    return text === '' ? [] : [{ kind: index % 2 === 1 ? 'code' : 'text', text }]
  })
}
