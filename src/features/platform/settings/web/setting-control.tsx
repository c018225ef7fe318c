import { NumberInput, TextInput } from '@mantine/core'
import { Select } from '#kit/web/form/select.tsx'
import { TagsInput } from '#kit/web/form/tags-input.tsx'
import type { PortalSetting } from '../contract.ts'
import { useText } from '../texts.ts'
import { useSettingText } from './setting-text.ts'

/** The field of a setting, by its type. */
export function SettingControl(props: {
  setting: PortalSetting
  value: PortalSetting['value']
  error: string | undefined
  onChange: (value: PortalSetting['value']) => void
}) {
  const t = useText()
  const texts = useSettingText()
  const { setting, value, error, onChange } = props
  const { type } = setting
  const shared = { 'aria-label': texts.nameOf(setting), error, disabled: setting.source === 'ENVIRONMENT' }
  if (type.kind === 'NUMBER')
    return (
      <NumberInput
        {...shared}
        hideControls
        allowDecimal={false}
        min={type.minimum ?? 0}
        max={type.maximum ?? Number.MAX_SAFE_INTEGER}
        clampBehavior="none"
        value={typeof value === 'object' ? '' : value}
        rightSection={type.unit && t(`unit.${type.unit}`)}
        rightSectionWidth="4rem"
        onChange={(written) => onChange(typeof written === 'bigint' ? Number(written) : written)}
      />
    )
  if (type.kind === 'CHOICE')
    return (
      <Select
        {...shared}
        allowDeselect={false}
        value={String(value)}
        data={(type.options ?? []).map((option) => ({ value: option, label: texts.optionOf(option) }))}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(chosen) => chosen !== null && onChange(chosen)}
      />
    )
  if (type.kind === 'LIST')
    return (
      <TagsInput
        {...shared}
        value={typeof value === 'object' ? value : []}
        comboboxProps={{ withinPortal: false }}
        onChange={onChange}
      />
    )
  return (
    <TextInput
      {...shared}
      maxLength={type.longest}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
