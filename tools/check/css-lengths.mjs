import { readFileSync } from 'node:fs'
import { complaintAbout, filesIn } from './step.mjs'

const tokens = 'src/kit/web/look/tokens.css'
/** What is loaded before the tokens, or without them. */
const others = /\/server\/|\/mantine[\w-]*\.css$|\/fonts\.css$/

/** Lengths in padding, margin, gap and font-size that a token of `tokens.css` stands for. */
export function cssLengths() {
  const text = readFileSync(tokens, 'utf8')
  const files = filesIn('src').filter((path) => path.endsWith('.css') && path !== tokens && !others.test(path))
  return complaintAbout(
    files.flatMap((path) => rawLengthsIn(path, readFileSync(path, 'utf8'), text)),
    'a length that has a name',
  )
}

/** The declarations with such a length, each as `path:line: use --space-8 for 0.5rem`. */
export function rawLengthsIn(path, css, tokensText) {
  const names = new Map(
    [...tokensText.matchAll(/--(space|text)-\d+: ([\d.]+)rem;/g)].map(([whole, kind, rem]) => [
      `${kind} ${Number(rem)}`,
      whole.split(':')[0],
    ]),
  )
  const declarations = css.matchAll(
    /(?<=[\s;{])(?:(?:padding|margin)(?:-[a-z-]+)?|(?:row-|column-)?gap|font-size)\s*:[^;{}]+/g,
  )
  return [...declarations].flatMap(({ 0: declaration, index }) => {
    const kind = declaration.startsWith('font-size') ? 'text' : 'space'
    const line = css.slice(0, index).split('\n').length
    // A width of a border that is taken away stays in pixels, as the border itself.
    return [...declaration.matchAll(/(?<![\w.#]|[-+] (?=\d+px))-?(\d*\.?\d+)(rem|px)\b/g)].flatMap(
      ([length, count, unit]) => {
        const name = names.get(`${kind} ${unit === 'rem' ? Number(count) : Number(count) / 16}`)
        return name ? [`${path}:${line}: use ${name} for ${length}`] : []
      },
    )
  })
}
