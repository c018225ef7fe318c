import { Switch } from '@mantine/core'
import { useId } from 'react'
import { Select } from '#kit/web/form/select.tsx'
import {
  IconClock,
  IconKeyboard,
  IconLanguage,
  IconMail,
  IconMoon,
  IconRowInsertBottom,
  IconTextIncrease,
} from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import type { UserSettings } from '../contract.ts'
import { useText } from '../texts.ts'
import { CaseMailLine } from './case-mail-line.tsx'
import { Line } from './line.tsx'
import classes from './settings-card.module.css'
import { TimeZoneSelect } from './time-zone-select.tsx'
import { useSavedSettings } from './use-saved-settings.ts'

const themes = ['light', 'dark', 'auto'] as const
const densities = ['compact', 'normal', 'comfortable'] as const
const languages = ['en', 'pseudo'] as const

/** The user's settings for appearance and behaviour; each change is saved at once and can be undone. */
export function SettingsCard({ locked }: { locked: boolean }) {
  const t = useText()
  const id = useId()
  const { settings, save } = useSavedSettings()
  const choice = <Name extends 'theme' | 'density'>(name: Name, values: readonly UserSettings[Name][]) => (
    <SegmentedControl
      aria-labelledby={`${id}${name}`}
      disabled={locked}
      value={settings[name]}
      onChange={(chosen) => save({ [name]: chosen }, t(`settings.${name}`), t(`settings.${chosen}`))}
      options={values.map((value) => ({ value, label: t(`settings.${value}`) }))}
    />
  )
  const onOff = (name: 'increaseFontSize' | 'keys' | 'mailReleases', label: string) => (
    <Switch
      id={`${id}${name}`}
      size="sm"
      disabled={locked}
      checked={settings[name]}
      onChange={(event) => {
        const on = event.currentTarget.checked
        save({ [name]: on }, label, t(on ? 'settings.on' : 'settings.off'))
      }}
    />
  )
  return (
    <Card title={t('settings.title')} note={t('settings.note')} className={classes.card} flush>
      <Line
        icon={<IconMoon size={18} aria-hidden />}
        title={t('settings.theme')}
        titleId={`${id}theme`}
        note={t('settings.themeNote')}
      >
        {choice('theme', themes)}
      </Line>
      <Line
        icon={<IconRowInsertBottom size={18} aria-hidden />}
        title={t('settings.density')}
        titleId={`${id}density`}
        note={t('settings.densityNote')}
      >
        {choice('density', densities)}
      </Line>
      <Line
        icon={<IconTextIncrease size={18} aria-hidden />}
        title={t('settings.text')}
        htmlFor={`${id}increaseFontSize`}
        note={t('settings.textNote')}
      >
        {onOff('increaseFontSize', t('settings.text'))}
      </Line>
      <Line
        icon={<IconKeyboard size={18} aria-hidden />}
        title={t('settings.keys')}
        htmlFor={`${id}keys`}
        note={t('settings.keysNote')}
      >
        {onOff('keys', t('settings.keys'))}
      </Line>
      <CaseMailLine locked={locked} />
      <Line
        icon={<IconMail size={18} aria-hidden />}
        title={t('settings.mailReleases')}
        htmlFor={`${id}mailReleases`}
        note={t('settings.mailReleasesNote')}
      >
        {onOff('mailReleases', t('settings.mailReleases'))}
      </Line>
      <Line
        icon={<IconClock size={18} aria-hidden />}
        title={t('settings.zone')}
        htmlFor={`${id}zone`}
        note={t('settings.zoneNote')}
      >
        <TimeZoneSelect
          id={`${id}zone`}
          value={settings.timeZone}
          disabled={locked}
          onChange={(timeZone, label) => save({ timeZone }, t('settings.zone'), label)}
        />
      </Line>
      <Line
        icon={<IconLanguage size={18} aria-hidden />}
        title={t('settings.language')}
        htmlFor={`${id}language`}
        note={t('settings.languageNote')}
      >
        <Select
          id={`${id}language`}
          w="12.5rem"
          withScrollArea={false}
          comboboxProps={{ withinPortal: false, position: 'top-end' }}
          disabled={locked}
          value={settings.language}
          data={languages.map((value) => ({ value, label: t(`settings.${value}`) }))}
          onChange={(value) => {
            const language = languages.find((one) => one === value)
            if (language) save({ language }, t('settings.language'), t(`settings.${language}`))
          }}
        />
      </Line>
    </Card>
  )
}
