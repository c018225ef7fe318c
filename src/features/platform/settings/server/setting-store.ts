import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { isValueOf } from '#kit/server/settings/setting.ts'
import type { SettingRules } from '#kit/server/settings/setting-values.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { PortalSetting } from '../contract.ts'

type History = PortalSetting['history']

/** Every setting as the API shows it, and the version of all: the number of the last change. */
export async function readSettings(
  db: Database | Tx,
  rules: SettingRules,
): Promise<{ readonly settings: PortalSetting[]; readonly version: number }> {
  const { rows } = await sql<{ key: string; history: History; version: number }>`
    select key, max(id)::float8 as version, json_agg(json_build_object('value', value, 'by', by, 'at', ${isoSql('changed_at')}) order by id desc) filter (where nth <= 5) as history
    from (select c.*, u.full_name as by, row_number() over (partition by c.key order by c.id desc) as nth
      from setting_changes c left join users u on u.id = c.changed_by) c group by key`.execute(db)
  const histories = new Map(rows.map(({ key, history }) => [key, history]))
  const settings = rules.all.map((setting): PortalSetting => {
    const history = histories.get(setting.key) ?? []
    const lock = rules.lockOf(setting)
    const storedValue = history[0]?.value ?? null
    const here = isValueOf(setting, storedValue) ? storedValue : null
    const base = plainValue(rules.baseOf(setting))
    return {
      key: setting.key,
      type: setting.type.kind === 'CHOICE' ? { ...setting.type, options: [...setting.type.options] } : setting.type,
      value: lock === null && here !== null ? plainValue(here) : base,
      default: lock === null ? base : plainValue(setting.default),
      source: lock !== null ? 'ENVIRONMENT' : here === null ? 'DEFAULT' : 'HERE',
      variable: setting.environment?.name ?? null,
      here: here === null ? null : plainValue(here),
      history,
    }
  })
  return { settings, version: Math.max(0, ...rows.map(({ version }) => version)) }
}

/** A list that the response may hold. */
function plainValue(value: number | string | readonly string[]): PortalSetting['value'] {
  return typeof value === 'object' ? [...value] : value
}

/** Stores changes; null puts a setting back to its default. */
export async function storeSettings(
  tx: Tx,
  values: ReadonlyMap<string, PortalSetting['value'] | null>,
  userId: number | null,
): Promise<void> {
  const changes = [...values].map(([key, value]) => ({ key, value }))
  await sql`
    insert into setting_changes (key, value, changed_by)
    select c->>'key', nullif(c->'value', 'null'), ${userId} from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) c`.execute(
    tx,
  )
}

/** Lets no other transaction change settings until this one ends. */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`lock table setting_changes in share row exclusive mode`.execute(tx)
}
