import { TextInput } from '@mantine/core'
import { useNameVerdict } from '#features/accounts/account-pages/web/index.ts'
import { CountryField } from '#kit/web/form/country-field.tsx'
import { Select } from '#kit/web/form/select.tsx'
import type { ContractForm } from '#kit/web/form/use-contract-form.ts'
import { Card } from '#kit/web/look/card.tsx'
import { timeZones } from '#kit/web/time/time-zones.ts'
import { useText } from '../texts.ts'
import type { RequestValues } from './request-values.ts'

const regions = ['NORTH_AMERICA', 'SOUTH_AMERICA', 'EMEA', 'ASIA_PACIFIC'] as const
const stages = ['PRODUCTION', 'LIFT', 'PRE_SALES'] as const
const types = ['CUSTOMER', 'VAR', 'NOT_A_PARENT'] as const
const inPage = { withScrollArea: false, comboboxProps: { withinPortal: false } } as const

/** The fields of a new account. */
export function AccountFields({ form }: { form: ContractForm<RequestValues> }) {
  const t = useText()
  const verdict = useNameVerdict(form.values.name)
  const name = form.getInputProps('name')
  return (
    <Card title={t('form.account')}>
      <div className="form-fields">
        <TextInput
          data-autofocus
          required
          maxLength={32}
          label={t('form.name')}
          description={verdict?.verdict === 'free' ? verdict.text : t('form.nameHint')}
          {...name}
          error={name.error ?? (verdict && verdict.verdict !== 'free' ? verdict.text : undefined)}
        />
        <TextInput required maxLength={120} label={t('form.displayName')} {...form.getInputProps('displayName')} />
        <Select
          required
          {...inPage}
          label={t('form.region')}
          data={regions.map((value) => ({ value, label: t(`region.${value}`) }))}
          {...form.getInputProps('region')}
          value={form.values.region || null}
        />
        <Select
          allowDeselect={false}
          {...inPage}
          label={t('form.stage')}
          data={stages.map((value) => ({ value, label: t(`stage.${value}`) }))}
          {...form.getInputProps('stage')}
        />
        <Select
          allowDeselect={false}
          {...inPage}
          label={t('form.accountType')}
          data={types.map((value) => ({ value, label: t(`accountType.${value}`) }))}
          {...form.getInputProps('accountType')}
        />
        <CountryField label={t('form.country')} {...form.getInputProps('country')} />
        <Select
          searchable
          limit={60}
          allowDeselect={false}
          {...inPage}
          label={t('form.timeZone')}
          data={[...timeZones()]}
          {...form.getInputProps('timeZone')}
        />
      </div>
    </Card>
  )
}
