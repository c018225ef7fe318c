import { sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import type { Signal } from '../live/wakeups.ts'
import { type EnvironmentConfig, isValueOf, type Setting, type SettingValue } from './setting.ts'

/** The settings of the portal, and what the environment says of them. */
export type SettingRules = {
  readonly all: readonly Setting[]
  /** The value that counts while none is set in the portal. */
  baseOf(setting: Setting): SettingValue
  /** The variable that locks the setting; null while it is not set. */
  lockOf(setting: Setting): string | null
}

/** The settings of the portal and their current values. */
export type SettingValues = SettingRules & {
  /** The current value: that of the environment, else the one set in the portal, else the default. */
  valueOf<Value extends SettingValue>(setting: Setting<Value>): Value
}

/** The settings as the environment leaves them. */
export function settingRules(config: EnvironmentConfig, settings: readonly Setting[]): SettingRules {
  return {
    all: settings,
    lockOf: ({ environment }) =>
      environment && config.givenVariables.includes(environment.name) ? environment.name : null,
    baseOf: (setting) => setting.environment?.valueIn(config) ?? setting.default,
  }
}

/** The channel on which the database notifies of a changed setting. */
const CHANNEL = 'settings'

/**
 * The settings, whose values every process holds in memory. `load` reads them and keeps them current: a change of any
 * process is read at once.
 */
export function createSettingValues(from: {
  readonly config: EnvironmentConfig
  readonly db: Database
  readonly wakeups: Signal
  readonly settings: readonly Setting[]
  readonly log: (failure: unknown) => void
}): SettingValues & { load(): Promise<void> } {
  const { config, db, wakeups, settings, log } = from
  const byKey = new Map(settings.map((setting) => [setting.key, setting]))
  let storedValues: ReadonlyMap<string, SettingValue> = new Map()

  const rules = settingRules(config, settings)

  async function read(): Promise<void> {
    const values = await storedSettings(db)
    storedValues = new Map(
      values.flatMap(({ key, value }) => {
        const setting = byKey.get(key)
        return setting && isValueOf(setting, value) ? [[key, value] as const] : []
      }),
    )
  }

  return {
    ...rules,
    valueOf: <Value extends SettingValue>(setting: Setting<Value>) => {
      const here = rules.lockOf(setting) === null ? storedValues.get(setting.key) : undefined
      return (here ?? rules.baseOf(setting)) as Value
    },
    async load() {
      await read()
      wakeups.listen(CHANNEL, () => void read().catch(log))
    },
  }
}

/** The values that are set in the portal; those put back to their default are absent. */
export async function storedSettings(
  db: Database | Tx,
): Promise<readonly { readonly key: string; readonly value: unknown }[]> {
  const { rows } = await sql<{ key: string; value: unknown }>`
    select key, value from (select distinct on (key) key, value from setting_changes order by key, id desc) newest
    where value is not null`.execute(db)
  return rows
}
