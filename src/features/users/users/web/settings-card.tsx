import { Switch } from '@mantine/core'
import { useId, useMemo } from 'react'
import { isVendor } from '#features/access/roles/contract.ts'
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
import { toast } from '#kit/web/notices/toast.ts'
import { timeZones } from '#kit/web/time/time-zones.ts'
import { usePrincipal } from '#kit/web/who/me.tsx'
import type { UserSettings } from '../contract.ts'
import { useText } from '../texts.ts'
import { Line } from './line.tsx'
import { useSettings } from './settings.tsx'
import classes from './settings-card.module.css'
import timeZoneSelectClasses from './time-zone-select.module.css'

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
      onChange={(chosenValue) => save({ [name]: chosenValue }, t(`settings.${name}`), t(`settings.${chosenValue}`))}
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

const BROWSER = 'browser'
const SHOWN = 60

/** Chooses the zone in which times are shown; null is the browser's own. */
function TimeZoneSelect(props: {
  id: string
  value: string | null
  disabled: boolean
  onChange: (zone: string | null, label: string) => void
}) {
  const t = useText()
  const data = useMemo(() => {
    const browser = t('settings.zoneBrowser', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })
    const zones = timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
    return [{ value: BROWSER, label: browser }, ...zones]
  }, [t])
  const value = props.value ?? BROWSER
  return (
    <Select
      id={props.id}
      w="17rem"
      searchable
      limit={SHOWN}
      withScrollArea={false}
      comboboxProps={{ withinPortal: false, position: 'top-end' }}
      classNames={{ options: timeZoneSelectClasses.options ?? '' }}
      nothingFoundMessage={t('settings.zoneNone')}
      disabled={props.disabled}
      value={value}
      data={data.some((one) => one.value === value) ? data : [...data, { value, label: value }]}
      onChange={(chosen, option) => {
        if (chosen && option) props.onChange(chosen === BROWSER ? null : chosen, option.label)
      }}
    />
  )
}

const choices = ['all', 'own', 'outages', 'none'] as const

/** Which cases mail is about. Staff read every account, so they have no mail of all cases. */
function CaseMailLine({ locked }: { locked: boolean }) {
  const t = useText()
  const id = useId()
  const vendor = isVendor(usePrincipal())
  const { settings, save } = useSavedSettings()
  return (
    <Line
      icon={<IconMail size={18} aria-hidden />}
      title={t('settings.mailCases')}
      htmlFor={id}
      note={t('settings.mailCasesNote')}
    >
      <Select
        id={id}
        w="12.5rem"
        allowDeselect={false}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false, position: 'top-end' }}
        disabled={locked}
        value={settings.mailCases ? settings.caseMail : 'none'}
        data={choices
          .filter((value) => value !== 'all' || !vendor)
          .map((value) => ({ value, label: t(`settings.caseMail.${value}`) }))}
        onChange={(value) => {
          const chosen = choices.find((one) => one === value)
          if (!chosen) return
          const part = chosen === 'none' ? { mailCases: false } : { mailCases: true, caseMail: chosen }
          save(part, t('settings.mailCases'), t(`settings.caseMail.${chosen}`))
        }}
      />
    </Line>
  )
}

/** The user's settings; a change is saved at once, and its toast offers to undo it. */
function useSavedSettings() {
  const t = useText()
  const { settings, change } = useSettings()
  const save = (part: Partial<UserSettings>, setting: string, value: string) => {
    const before = Object.fromEntries(
      Object.keys(part).map((name) => [name, settings[name as keyof UserSettings]]),
    ) as Partial<UserSettings>
    change(part)
    toast({
      title: t('settings.saved', { setting, value }),
      action: { label: t('settings.undo'), run: () => change(before) },
    })
  }
  return { settings, save }
}
