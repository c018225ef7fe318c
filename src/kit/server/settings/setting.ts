import type { Config } from '../config.ts'
import type { DataDirectory } from '../data-directory.ts'
import { isOneLine } from '../setting-checks.ts'

/** What the environment alone decides of the configuration. */
export type EnvironmentConfig = Omit<Config, keyof DataDirectory>

export type SettingValue = number | string | readonly string[]

/** What values a setting takes: a whole number, one line of text, one of a few options, or a list of texts. */
export type SettingType =
  | {
      readonly kind: 'NUMBER'
      readonly minimum: number
      readonly maximum: number
      readonly unit: 'HOURS' | 'DAYS' | 'GB' | 'PER_SECOND'
    }
  | { readonly kind: 'TEXT'; readonly longest: number }
  | { readonly kind: 'CHOICE'; readonly options: readonly string[] }
  | { readonly kind: 'LIST'; readonly most: number }

/**
 * A value of the portal that administrators change while it runs. The code that uses it reads
 * `portal.settings.valueOf(setting)`.
 */
export type Setting<Value extends SettingValue = SettingValue> = {
  /** `section.name`, as in `uploads.limit`. */
  readonly key: string
  readonly type: SettingType
  readonly default: Value
  /** A further rule for the text, or for each text of a list. */
  readonly accepts?: (text: string) => boolean
  /** The variable that sets and locks it, and its value there (the default where the variable is not set). */
  readonly environment?: { readonly name: string; readonly valueIn: (config: EnvironmentConfig) => Value }
}

/** Whether a setting takes a value. */
export function isValueOf({ type, accepts = () => true }: Setting, value: unknown): value is SettingValue {
  const isText = (text: unknown, longest: number) =>
    typeof text === 'string' && text !== '' && text.length <= longest && isOneLine(text) && accepts(text)
  if (type.kind === 'NUMBER') return Number.isInteger(value) && inRange(Number(value), type)
  if (type.kind === 'CHOICE') return type.options.some((option) => option === value)
  if (type.kind === 'TEXT') return isText(value, type.longest)
  return Array.isArray(value) && value.length <= type.most && value.every((item) => isText(item, LONGEST_ITEM))
}

const LONGEST_ITEM = 300

function inRange(value: number, { minimum, maximum }: { readonly minimum: number; readonly maximum: number }): boolean {
  return value >= minimum && value <= maximum
}
