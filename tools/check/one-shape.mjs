import { readFileSync } from 'node:fs'
import { complaintAbout, filesIn } from './step.mjs'

/** What has one place in the source: what a second place looks like, and what to use instead. */
const shapes = [
  [/\.transaction\(\)/, 'src/kit/server/serve/transaction.ts', 'inTransaction'],
  [
    /'all' \? sql(?:<boolean>)?`true` : sql(?:<boolean>)?`[\w.]+ = any\(/,
    'src/kit/server/visible.ts',
    'visibleIn or inAccounts',
  ],
  [/timingSafeEqual/, 'src/kit/server/same-secret.ts', 'sameSecret'],
]

/** Places that repeat what the kit does in one; tests may. */
export function oneShape() {
  const files = filesIn('src').filter((path) => /\.tsx?$/.test(path) && !/\.(test|e2e)\.ts$|^src\/test\//.test(path))
  return complaintAbout(
    files.flatMap((path) => repeatedIn(path, readFileSync(path, 'utf8'))),
    'a second copy',
  )
}

/** The lines of a file that another file has the one shape for, each as `path:line: use name`. */
export function repeatedIn(path, text) {
  return text
    .split('\n')
    .flatMap((line, at) =>
      shapes
        .filter(([form, place]) => path !== place && form.test(line))
        .map(([, , name]) => `${path}:${at + 1}: use ${name}`),
    )
}
