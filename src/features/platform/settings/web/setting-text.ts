import type { PortalSetting } from '../contract.ts'
import { pageTexts, useText } from '../texts.ts'

type Value = PortalSetting['value']

/** The texts of one setting: its name, what it is for, its section, and its values in words. */
export function useSettingText() {
  const t = useText()
  const keyOf = (key: string) => key.replace('.', '-') as 'mail-sender'
  const optionOf = (value: Value) => t(`options.${value as 'production'}`)
  return {
    nameOf: ({ key }: PortalSetting) => t(`names.${keyOf(key)}.name`),
    purposeOf: ({ key }: PortalSetting) => t(`names.${keyOf(key)}.text`),
    sectionOf: (section: string) => t(`sections.${section as 'mail'}`),
    optionOf,
    valueOf({ type }: PortalSetting, value: Value): string {
      if (type.kind === 'CHOICE') return optionOf(value)
      const text = typeof value === 'object' ? value.join(', ') : String(value)
      if (text === '') return t('noValue')
      return type.unit ? `${text} ${t(`unit.${type.unit}`)}` : text
    },
  }
}

/** The sections in their order on the page. */
export const settingSectionNames = Object.keys(pageTexts.sections)

/** The section of a setting: the first part of its key. */
export function sectionIn({ key }: PortalSetting): string {
  return key.slice(0, key.indexOf('.'))
}
