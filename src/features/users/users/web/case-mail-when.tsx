import { Select } from '#kit/web/form/select.tsx'
import { useText } from '../texts.ts'
import { useSavedSettings } from './use-saved-settings.ts'

const choices = ['AT_ONCE', 'DAILY', 'WEEKLY'] as const

/** When mail about cases is sent: at once, or in a digest at the hour that the user chose for all digests. */
export function CaseMailWhen({ locked }: { locked: boolean }) {
  const t = useText()
  const { settings, save } = useSavedSettings()
  const label = t('settings.caseMailWhen.label')
  return (
    <Select
      aria-label={label}
      w="12.5rem"
      allowDeselect={false}
      withScrollArea={false}
      comboboxProps={{ withinPortal: false, position: 'top-end' }}
      disabled={locked}
      value={settings.caseMailWhen}
      data={choices.map((value) => ({ value, label: t(`settings.caseMailWhen.${value}`) }))}
      onChange={(value) => {
        const chosen = choices.find((one) => one === value)
        if (chosen) save({ caseMailWhen: chosen }, label, t(`settings.caseMailWhen.${chosen}`))
      }}
    />
  )
}
