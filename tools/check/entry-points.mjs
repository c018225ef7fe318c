import { readFileSync } from 'node:fs'
import { complaintAbout, filesIn } from './step.mjs'

const MOST_NAMES = 25

/** Entry points of servers that export more than 25 names. */
export function entryPoints() {
  const large = filesIn('src/features').filter(
    (path) => path.endsWith('/server/index.ts') && namesOf(readFileSync(path, 'utf8')).length > MOST_NAMES,
  )
  return complaintAbout(large, `exports more than ${MOST_NAMES} names`)
}

/** The names that a module exports. */
export function namesOf(text) {
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names]) => names.split(','))
  const declared = [...text.matchAll(/^export (?:async function|function|const|type) (\w+)/gm)].map(([, name]) => name)
  return [...listed.map((name) => name.trim()).filter(Boolean), ...declared]
}
