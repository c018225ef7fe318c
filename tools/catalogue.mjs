import { execFileSync } from 'node:child_process'
import { catalogues } from './check/generated.mjs'

/** Writes the files that are made from the declarations of events and permissions. */
for (const file of catalogues) execFileSync(process.execPath, ['dist/server/catalogue.program.js', file])
