/** A level that is settled: what was typed for it, and the name chosen. */
export type SettledLevel = { readonly word: string; readonly name: string }

/** The one field of the picker: settled levels, and the text typed after them. */
export type PickerField = { readonly settled: readonly SettledLevel[]; readonly typed: string }

export const emptyField: PickerField = { settled: [], typed: '' }

export const LEVEL_NAMES = ['product', 'branch', 'version'] as const

const words = (typedText: string) => typedText.trim().split(/[\s/]+/)

/** The word for a level, the chosen one's or the one that is being typed; empty matches all. */
export function wordOf({ settled, typed }: PickerField, level: number): string {
  return settled[level]?.word ?? words(typed)[level - settled.length] ?? ''
}

/** The names that contain the word. */
export function matching(names: readonly string[], word: string): readonly string[] {
  return names.filter((name) => name.toLowerCase().includes(word.toLowerCase()))
}

/** Chooses a name at a level; `before` are the names that the levels before it show. */
export function settle(field: PickerField, names: readonly string[]): PickerField {
  const settledLevels = names.map((name, level) => field.settled[level] ?? { word: wordOf(field, level), name })
  const last = names.length - 1
  const chosenLevels = settledLevels.map((one, level) => (level === last ? { ...one, name: names[last]! } : one))
  const rest = words(field.typed).slice(Math.max(0, names.length - field.settled.length))
  return { settled: chosenLevels, typed: names.length > field.settled.length ? rest.join(' ') : '' }
}

/** Takes the last level back, with what was typed for it. */
export function stepBack({ settled, typed }: PickerField): PickerField {
  const last = settled.at(-1)
  return { settled: settled.slice(0, -1), typed: last ? [last.word, typed].filter(Boolean).join(' ') : typed }
}
