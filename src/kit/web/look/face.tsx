import classes from './face.module.css'

const MONOGRAMS = [
  '#0c5a86',
  '#7d5a37',
  '#0f666b',
  '#3d4ea3',
  '#34506f',
  '#8a2f6b',
  '#4f5d73',
  '#5c4690',
  '#2d5d6b',
  '#7a3c5e',
  '#2863b0',
  '#6d3ca3',
]

type Size = 18 | 20 | 24 | 26 | 28 | 32 | 40

/** A user's initials in a disc; decorative, so the name must be beside it. The colour follows from the name. */
export function Avatar({ name, size = 28 }: { name: string; size?: Size }) {
  const tint = (hash(name) % 6) + 1
  const style = { ...sizeOf(size), background: `var(--avatar-${tint})`, color: `var(--avatar-${tint}-text)` }
  return <span className={classes.avatar} style={style} data-letters={initials(name)} aria-hidden />
}

/** An account's two letters in a square; decorative, so the name must be beside it. Never red, orange or green. */
export function Monogram({ name, size = 20 }: { name: string; size?: Size }) {
  return (
    <span
      className={classes.monogram}
      style={{ ...sizeOf(size), background: monogramColour(name) }}
      data-letters={initialsOf(name)}
      aria-hidden
    />
  )
}

/** The background of an account's monogram, always the same for the same name. */
export function monogramColour(name: string): string {
  return MONOGRAMS[hash(name) % MONOGRAMS.length] ?? '#34506f'
}

/** Two letters for a name: of its first and last word, or the first two capitals, or the first two letters. */
export function initials(name: string): string {
  const words = name.split(/[\s._@-]+/).filter(Boolean)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  if (last) return ((first[0] ?? '') + (last[0] ?? '')).toUpperCase()
  const capitals = first.replace(/[^\p{Lu}]/gu, '')
  return (capitals.length > 1 ? capitals.slice(0, 2) : first.slice(0, 2)).toUpperCase()
}

/** An account's letters: of its first two words. */
function initialsOf(name: string): string {
  return initials(name.split(/\s+/).slice(0, 2).join(' '))
}

function sizeOf(size: Size) {
  return { width: `${size / 16}rem`, height: `${size / 16}rem`, fontSize: `${Math.max(0.4375, (size * 0.4) / 16)}rem` }
}

function hash(name: string): number {
  let value = 2166136261
  for (const letter of name) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0
  return (value ^ (value >>> 15)) >>> 0
}
