import type { Database } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { StartupError } from '#kit/server/startup-error.ts'
import { configText, parseConfigFile, parsePlan, planFileText } from './config-file.ts'
import { changesBetween, planText, readConfiguration, stateOf } from './config-plan.ts'
import type { ConfigSection } from './config-section.ts'

/** Events of changes by a configuration file name this actor. */
const actor = { userName: 'configuration file' }

/** What a command of `headend config` prints, and what it writes to the file of `--write`. */
type Outcome = { readonly text: string; readonly file?: string; readonly hasChanges?: boolean }

/** `headend config export|plan|apply`: the sections of the configuration as a file. */
export function configCommands(
  sections: readonly ConfigSection[],
): Readonly<Record<string, (db: Database, text: string) => Promise<Outcome>>> {
  const names = sections.map(({ name }) => name)
  return {
    export: async (db) => {
      const file = configText(await readConfiguration(db, sections))
      return { text: file, file }
    },
    plan: async (db, text) => {
      const file = parseConfigFile(text, names)
      const now = await readConfiguration(db, sections)
      const changes = changesBetween(sections, now, file)
      const hasChanges = changes.some(({ lockedBy }) => lockedBy === null)
      return { text: planText(changes), file: planFileText(stateOf(now), file), hasChanges }
    },
    apply: (db, text) =>
      inTransaction(db, async (tx) => {
        const plan = parsePlan(text, names)
        for (const section of sections) await section.lock(tx)
        const now = await readConfiguration(tx, sections)
        if (stateOf(now) !== plan.state)
          throw new StartupError('the configuration was changed after this plan was made. Make the plan again.')
        const changes = changesBetween(sections, now, plan)
        for (const { name, apply } of sections) {
          const own = changes.filter(({ section, lockedBy }) => section === name && lockedBy === null)
          if (own.length > 0)
            await apply(tx, Object.fromEntries(own.map(({ key, after = null }) => [key, after])), actor)
        }
        return { text: planText(changes) }
      }),
  }
}
