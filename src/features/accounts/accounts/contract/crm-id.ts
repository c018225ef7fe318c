const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'

/**
 * The 18-character form of a CRM id: three characters that encode which of its first 15 are capitals, five in each, make it
 * safe where case is lost.
 */
export function crmIdWithSuffix(id: string): string {
  const first = id.slice(0, 15)
  const suffix = [0, 5, 10].map((from) => {
    const bits = [...first.slice(from, from + 5)].map((letter, bit) => (/[A-Z]/.test(letter) ? 1 << bit : 0))
    return LETTERS[bits.reduce((sum, bit) => sum + bit, 0)]
  })
  return first + suffix.join('')
}
