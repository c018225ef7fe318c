import { readdirSync, readFileSync } from 'node:fs'

/** A change of the schema: the name of its file without the ending, and its SQL. */
export type Migration = { readonly name: string; readonly sql: string }

const folder = new URL('./migrations/', import.meta.url)

/** Every migration, by name: the first is the schema that the others change. A released one never changes. */
export const migrations: readonly Migration[] = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort()
  .map((file) => ({
    name: file.slice(0, -'.sql'.length),
    get sql() {
      return readFileSync(new URL(file, folder), 'utf8')
    },
  }))
