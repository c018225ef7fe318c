import { readFileSync } from 'node:fs'

/** The version in package.json, which has the same relative path from `src` and from `dist`. */
export const productVersion: string = JSON.parse(
  readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8'),
).version
