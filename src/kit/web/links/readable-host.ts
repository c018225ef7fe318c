const [BASE, LEAST, MOST, SKEW, DAMP] = [36, 1, 26, 38, 700]
const PREFIX = 'xn--'

/** A readable host: labels in Punycode (RFC 3492, `xn--…`) decoded; any other label stays unchanged. */
export function readableHost(host: string): string {
  return host
    .split('.')
    .map((label) => (label.startsWith(PREFIX) ? (decodePunycode(label.slice(PREFIX.length)) ?? label) : label))
    .join('.')
}

/** RFC 3492 §6.2; undefined where the letters are no Punycode. */
function decodePunycode(code: string): string | undefined {
  const end = code.lastIndexOf('-')
  if (end === code.length - 1) return undefined
  const letters = end > 0 ? [...code.slice(0, end)].map((character) => character.charCodeAt(0)) : []
  let [value, at, bias] = [128, 0, 72]
  for (let place = end > 0 ? end + 1 : 0; place < code.length; ) {
    const before = at
    for (let [weight, step] = [1, BASE]; ; step += BASE) {
      const digit = digitOf(code[place++])
      if (digit === undefined) return undefined
      at += digit * weight
      const threshold = Math.min(Math.max(step - bias, LEAST), MOST)
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    const count = letters.length + 1
    bias = adaptBias(at - before, count, before === 0)
    value += Math.floor(at / count)
    at %= count
    if (value > 0x10ffff) return undefined
    letters.splice(at++, 0, value)
  }
  return String.fromCodePoint(...letters)
}

function digitOf(character: string | undefined): number | undefined {
  if (character === undefined || !/[a-z0-9]/.test(character)) return undefined
  return character >= 'a' ? character.charCodeAt(0) - 97 : character.charCodeAt(0) - 22
}

/** RFC 3492 §6.1. */
function adaptBias(difference: number, count: number, first: boolean): number {
  let rest = Math.floor(difference / (first ? DAMP : 2))
  rest += Math.floor(rest / count)
  let bias = 0
  for (; rest > ((BASE - LEAST) * MOST) / 2; bias += BASE) rest = Math.floor(rest / (BASE - LEAST))
  return bias + Math.floor(((BASE - LEAST + 1) * rest) / (rest + SKEW))
}
