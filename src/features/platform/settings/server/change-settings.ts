import { kitProblems } from '#kit/contract/kit-problems.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { isValueOf, type Setting } from '#kit/server/settings/setting.ts'
import type { SettingRules } from '#kit/server/settings/setting-values.ts'
import { type PortalSetting, settingProblems } from '../contract.ts'
import { pageTexts } from '../texts.ts'
import { readSettings, storeSettings } from './setting-store.ts'

type SettingValues = Readonly<Record<string, PortalSetting['value'] | null>>
/** `{key: [before, after]}`. */
type Changes = Readonly<Record<string, readonly [unknown, unknown]>>

/**
 * Changes settings, all or none, and returns what has changed. Rejects unknown keys, values that a setting does not
 * take, and settings that the environment locks.
 */
export async function applySettings(
  tx: Tx,
  settings: SettingRules,
  { wanted, userId }: { readonly wanted: SettingValues; readonly userId: number | null },
): Promise<Changes> {
  const byKey = new Map(settings.all.map((setting) => [setting.key, setting]))
  const flaws = settingFlaws(settings, wanted).map(({ key, message }) => ({ path: `values.${key}`, message }))
  if (flaws.length > 0) throwProblem(kitProblems['validation-failed'], {}, { fields: flaws })
  const before = new Map((await readSettings(tx, settings)).settings.map((setting) => [setting.key, setting]))
  const changedSettings = new Map(
    Object.entries(wanted).filter(([key, value]) => JSON.stringify(before.get(key)?.here) !== JSON.stringify(value)),
  )
  for (const key of changedSettings.keys()) requireUnlocked(settings, byKey.get(key)!)
  if (changedSettings.size > 0) await storeSettings(tx, changedSettings, userId)
  return Object.fromEntries(
    [...changedSettings].map(([key, value]) => [key, [before.get(key)!.value, value ?? before.get(key)!.default]]),
  )
}

/** The errors of values: unknown keys, and values that a setting does not take. */
export function settingFlaws(
  { all }: SettingRules,
  wantedValues: Readonly<Record<string, unknown>>,
): { readonly key: string; readonly message: string }[] {
  return Object.entries(wantedValues).flatMap(([key, value]) => {
    const setting = all.find((one) => one.key === key)
    if (!setting) return [{ key, message: pageTexts.field.unknown }]
    return value === null || isValueOf(setting, value) ? [] : [{ key, message: flawOf(setting) }]
  })
}

function requireUnlocked(settings: SettingRules, setting: Setting): void {
  const variable = settings.lockOf(setting)
  if (variable === null) return
  const fields = [{ path: `values.${setting.key}`, message: fillText(pageTexts.field.locked, { variable }) }]
  throwProblem(settingProblems['setting-locked'], { key: setting.key, variable }, { fields })
}

/** What a setting takes, for a value that it does not take. */
function flawOf({ key, type }: Setting): string {
  if (type.kind === 'NUMBER')
    return fillText(pageTexts.field.number, { minimum: String(type.minimum), maximum: String(type.maximum) })
  if (type.kind === 'CHOICE') return fillText(pageTexts.field.choice, { options: type.options.join(', ') })
  const own: Readonly<Record<string, string>> = pageTexts.field.own
  return own[key] ?? pageTexts.field.text
}
