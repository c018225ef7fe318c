import { useId } from 'react'
import { isVendor } from '#features/access/roles/contract.ts'
import { Select } from '#kit/web/form/select.tsx'
import { IconMail } from '#kit/web/icons/icons.generated.ts'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import { Line } from './line.tsx'
import { useSavedSettings } from './use-saved-settings.ts'

const choices = ['all', 'own', 'outages', 'none'] as const

/** Which cases mail is about. Staff read every account, so they have no mail of all cases. */
export function CaseMailLine({ locked }: { locked: boolean }) {
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
