import { useMemo } from 'react'
import { Select } from '#kit/web/form/select.tsx'
import { timeZones } from '#kit/web/time/time-zones.ts'
import { useText } from '../texts.ts'
import classes from './time-zone-select.module.css'

const BROWSER = 'browser'
const SHOWN = 60

/** Chooses the zone in which times are shown; null is the browser's own. */
export function TimeZoneSelect(props: {
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
      classNames={{ options: classes.options ?? '' }}
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
