import { readFileSync } from 'node:fs'

/** What each check found when it was made, in exceptions.json. The lists only get shorter. */
const known = JSON.parse(readFileSync(new URL('./exceptions.json', import.meta.url), 'utf8'))

/** A line for each finding that is not listed under `name`, and for each listed one that is gone; undefined for none. */
export function compareWith(name, found, what, listed = known[name]) {
  const lines = [
    ...found.filter((one) => !listed.includes(one)).map((one) => `${what}: ${one}`),
    ...listed.filter((one) => !found.includes(one)).map((one) => `no longer needed in exceptions.json: ${one}`),
  ]
  return lines.length > 0 ? lines.join('\n') : undefined
}
