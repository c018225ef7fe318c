import { startSlices } from '#kit/server/slices.ts'

/** A line of a calendar file (RFC 5545 §3.1), unfolded: names are in upper case, values as they stand. */
export type Line = {
  readonly name: string
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
}
/** What stands between BEGIN and END. `unreadable` are its lines that are none. */
export type Component = {
  readonly name: string
  readonly lines: Line[]
  readonly components: Component[]
  readonly unreadable: string[]
}

const line = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/s
const parameter = /;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)/g

/**
 * The components of a file, or the reason why it has none. Only what opens and ends is strict: a line that cannot be read
 * costs no other line. Read in slices.
 */
export async function readComponents(
  text: string,
): Promise<{ readonly components: Component[] } | { readonly error: string }> {
  const slices = startSlices()
  const open = [newComponent('')]
  for (const raw of text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    if (slices.isOver) await slices.next()
    const current = open.at(-1)!
    const read = lineOf(raw)
    if (!read) {
      if (raw.trim() !== '') current.unreadable.push(raw.slice(0, 60))
      continue
    }
    const value = read.value.trim().toUpperCase()
    if (read.name === 'BEGIN') {
      const child = newComponent(value)
      current.components.push(child)
      open.push(child)
    } else if (read.name === 'END') {
      if (value !== current.name || open.length === 1)
        return { error: `it ends ${value.slice(0, 40)}, which is not open` }
      open.pop()
    } else current.lines.push(read)
  }
  return open.length > 1 ? { error: `it ends inside of ${open.at(-1)!.name}` } : { components: open[0]!.components }
}

function newComponent(name: string): Component {
  return { name, lines: [], components: [], unreadable: [] }
}

function lineOf(raw: string): Line | undefined {
  const [, name, parameterText = '', value] = line.exec(raw) ?? []
  if (name === undefined || value === undefined) return undefined
  const parameters = [...parameterText.matchAll(parameter)].map(
    ([, key = '', text = '']) => [key.toUpperCase(), text.replaceAll('"', '')] as const,
  )
  return { name: name.toUpperCase(), parameters: new Map(parameters), value }
}

/** The lines of a component that have a name. */
export function linesOf({ lines }: Component, name: string): Line[] {
  return lines.filter((one) => one.name === name)
}

/** The text of the first line that has a name; undefined without one. */
export function textOf(component: Component, name: string): string | undefined {
  const contentLine = component.lines.find((one) => one.name === name)
  return contentLine && unescapeText(contentLine.value)
}

/** The texts of a line, which commas separate. */
export function textsOf({ value }: Line): string[] {
  return (value.match(/(?:\\.|[^,\\])+/gs) ?? []).map(unescapeText)
}

function unescapeText(value: string): string {
  return value.replaceAll(/\\([\\;,nN])/g, (_, one: string) => (one === 'n' || one === 'N' ? '\n' : one)).trim()
}
