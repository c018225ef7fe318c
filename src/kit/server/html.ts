/** Text that is HTML already; only `html` makes it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | string | number | false | null | undefined | readonly Piece[]

/** HTML from a template: every value is escaped, for text and attributes alike, unless it is `Html` itself. */
export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return new Html(parts.reduce((text, part, index) => text + textOf(values[index - 1]) + part))
}

function textOf(value: Piece): string {
  if (value instanceof Html) return value.text
  if (value === false || value === null || value === undefined) return ''
  if (typeof value === 'object') return value.map(textOf).join('')
  return String(value).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}
