import { NumberInput, TextInput } from '@mantine/core'
import { Select } from '#kit/web/form/select.tsx'
import { TagsInput } from '#kit/web/form/tags-input.tsx'
import { IconArrowBackUp, IconLock, IconPencil } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import type { PortalSetting } from '../contract.ts'
import { useText } from '../texts.ts'
import { useSettingText } from './setting-text.ts'
import classes from './settings-page.module.css'
import type { useSettingChanges } from './use-setting-changes.ts'

/** A setting: name and purpose, field, default, and where its value comes from. */
export function SettingRow(props: {
  setting: PortalSetting
  changes: ReturnType<typeof useSettingChanges>
  open: boolean
  onOpen: () => void
}) {
  const t = useText()
  const texts = useSettingText()
  const { setting, changes, open, onOpen } = props
  const isUnsaved = changes.isUnsaved(setting)
  return (
    <li className={classes.row} data-unsaved={isUnsaved || undefined}>
      <div className={classes.name}>
        <button type="button" aria-expanded={open} onClick={onOpen}>
          {texts.nameOf(setting)}
        </button>
        <span>{texts.purposeOf(setting)}</span>
      </div>
      <div className={classes.control}>
        <SettingControl
          setting={setting}
          value={changes.shown(setting)}
          error={changes.errors[setting.key]}
          onChange={(value) => changes.set(setting, value)}
        />
      </div>
      <span className={classes.default}>
        <span className={classes.spoken}>{t('default')}: </span>
        {texts.valueOf(setting, setting.default)}
      </span>
      <Origin setting={setting} unsaved={isUnsaved} />
      <span className={classes.action}>
        {isUnsaved && (
          <IconButton
            size={28}
            aria-label={t('revert', { setting: texts.nameOf(setting) })}
            onClick={() => changes.revert(setting)}
          >
            <IconArrowBackUp size={15} aria-hidden />
          </IconButton>
        )}
        {!isUnsaved && setting.source === 'HERE' && (
          <IconButton
            size={28}
            aria-label={t('reset', { setting: texts.nameOf(setting) })}
            onClick={() => changes.set(setting, null)}
          >
            <IconArrowBackUp size={15} aria-hidden />
          </IconButton>
        )}
      </span>
    </li>
  )
}

function Origin({ setting, unsaved }: { setting: PortalSetting; unsaved: boolean }) {
  const t = useText()
  const texts = useSettingText()
  const { source, variable, history } = setting
  if (unsaved)
    return (
      <span className={classes.origin} data-unsaved>
        <span>
          <IconPencil size={14} aria-hidden /> {t('unsaved')}
        </span>
        <span>{t('was', { value: texts.valueOf(setting, setting.value) })}</span>
      </span>
    )
  return (
    <span className={classes.origin} data-source={source}>
      <span>
        {source === 'ENVIRONMENT' && <IconLock size={14} aria-hidden />}
        {source === 'HERE' && <IconPencil size={14} aria-hidden />} {t(`source.${source}`)}
      </span>
      {source === 'ENVIRONMENT' && <code>{variable}</code>}
      {source === 'HERE' && history[0] && (
        <span>{t('by', { by: history[0].by ?? t('portal'), at: formatDate(history[0].at) })}</span>
      )}
    </span>
  )
}

/** The field of a setting, by its type. */
function SettingControl(props: {
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
