import { readFileSync } from 'node:fs'
import { filesIn } from './step.mjs'

const statement = /^(?:import\b[^('"]*|import |export (?:type )?(?:\{[^}]*\}|\*)[^'"\n]* from )['"][^'"]+['"].*$/gm

/** How many files the source has, and which part of its lines imports: `4,600 files, 10.2 % of lines import`. */
export function figuresOfSource() {
  const files = filesIn('src')
  const code = files.filter(
    (path) => /\.tsx?$/.test(path) && !/\.(test|e2e)\.tsx?$|\.generated\.ts$|^src\/test\//.test(path),
  )
  const counts = { lines: 0, imports: 0 }
  for (const path of code) {
    const text = readFileSync(path, 'utf8')
    counts.lines += text.split('\n').length - 1
    counts.imports += importLines(text)
  }
  const share = ((100 * counts.imports) / counts.lines).toFixed(1)
  return `${files.length.toLocaleString('en')} files, ${share} % of ${counts.lines.toLocaleString('en')} lines import`
}

/** The lines of a module that import, or export what another module declares. */
export function importLines(text) {
  return [...text.matchAll(statement)].reduce((sum, [lines]) => sum + lines.split('\n').length, 0)
}
