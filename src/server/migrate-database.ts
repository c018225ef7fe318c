import { migrate, SchemaProblem } from '#database/migrate.ts'
import { StartupError } from '#kit/server/startup-error.ts'

/** Brings the database to the schema of this version; a database that this version cannot work on is named in one line. */
export async function migrateDatabase(url: string): Promise<void> {
  try {
    await migrate(url)
  } catch (failure) {
    throw failure instanceof SchemaProblem ? new StartupError(failure.message) : failure
  }
}
