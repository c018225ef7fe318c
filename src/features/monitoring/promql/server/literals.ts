const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000, y: 31_536_000_000 } as const
const durationForm = /^(\d{1,15}y)?(\d{1,15}w)?(\d{1,15}d)?(\d{1,15}h)?(\d{1,15}m)?(\d{1,15}s)?(\d{1,15}ms)?$/

/** A duration such as `1h30m` in milliseconds; undefined for anything else. */
export function durationOf(text: string): number | undefined {
  if (text === '' || !durationForm.test(text)) return undefined
  let total = 0
  for (const [, count, unit] of text.matchAll(/(\d{1,15})(ms|[smhdwy])/g))
    total += Number(count) * units[unit as keyof typeof units]
  return total
}

/** A number literal of PromQL, which may have a sign; undefined for anything else. */
export function numberOf(literal: string): number | undefined {
  const sign = literal.startsWith('-') ? -1 : 1
  const value = unsignedOf(literal.replace(/^[-+]\s*/, ''))
  return value === undefined ? undefined : sign * value
}

function unsignedOf(text: string): number | undefined {
  if (/^inf$/i.test(text)) return Number.POSITIVE_INFINITY
  if (/^nan$/i.test(text)) return Number.NaN
  if (/^0[xX][0-9a-fA-F]+$/.test(text)) return Number(text)
  return /^(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined
}

const escapes: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  ...{ '\\': '\\', "'": "'", '"': '"' },
}
const escapeForm = /\\(x[0-9a-fA-F]{2}|[0-7]{3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)/gs

/** The value of a string literal in quotes, or in backticks without escapes; undefined for an unknown escape. */
export function textOf(literal: string): string | undefined {
  const inside = literal.slice(1, -1)
  if (literal.startsWith('`')) return inside
  let valid = true
  const text = inside.replace(escapeForm, (_, code: string) => {
    const escapedCharacter = escapes[code]
    if (escapedCharacter !== undefined) return escapedCharacter
    const point = /^[xuU]/.test(code) ? Number.parseInt(code.slice(1), 16) : Number.parseInt(code, 8)
    if (code.length > 1 && point <= 0x10ffff) return String.fromCodePoint(point)
    valid = false
    return ''
  })
  return valid ? text : undefined
}
