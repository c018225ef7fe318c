import { Checkbox, NumberInput, PasswordInput, TextInput } from '@mantine/core'
import { MultiSelect } from '#kit/web/form/multi-select.tsx'
import { Select } from '#kit/web/form/select.tsx'
import type { ContractForm } from '#kit/web/form/use-contract-form.ts'
import { cmStatsFields, deploymentVersions, mdStatsFields } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './deployment-fields.module.css'
import type { DeploymentValues } from './deployment-values.ts'

const stages = ['PRODUCTION', 'LIFT', 'PRE_SALES'] as const

/** The fields of a deployment. */
export function DeploymentFields(props: { form: ContractForm<DeploymentValues>; isPasswordSet: boolean }) {
  const t = useText()
  const { form, isPasswordSet } = props
  const inDialog = { allowDeselect: false, comboboxProps: { withinPortal: false } } as const
  return (
    <>
      <div className={classes.grid}>
        <TextInput required data-autofocus maxLength={100} label={t('name')} {...form.getInputProps('name')} />
        <Select {...inDialog} label={t('type')} data={[...deploymentVersions]} {...form.getInputProps('version')} />
        <Select
          {...inDialog}
          label={t('stageField')}
          data={stages.map((value) => ({ value, label: t(`stage.${value}`) }))}
          {...form.getInputProps('stage')}
        />
        <TextInput
          maxLength={100}
          label={t('opsName')}
          description={t('opsNameHint')}
          {...form.getInputProps('opsCustomerName')}
        />
        <TextInput type="url" label={t('apiUrl')} description={t('apiUrlHint')} {...form.getInputProps('apiUrl')} />
        <TextInput type="url" label={t('portalUrl')} {...form.getInputProps('portalUrl')} />
        <TextInput label={t('portalUser')} autoComplete="off" {...form.getInputProps('portalUsername')} />
        <PasswordInput
          label={t('password')}
          description={isPasswordSet ? t('passwordHint') : undefined}
          autoComplete="new-password"
          {...form.getInputProps('portalPassword')}
        />
        <NumberInput
          label={t('expiration')}
          min={1}
          max={10_080}
          allowDecimal={false}
          {...form.getInputProps('statsHistoryExpiration')}
        />
      </div>
      <MultiSelect
        label={t('mdFields')}
        data={[...mdStatsFields]}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        {...form.getInputProps('mdStatsFields')}
      />
      <MultiSelect
        label={t('cmFields')}
        data={[...cmStatsFields]}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        {...form.getInputProps('cmStatsFields')}
      />
      <Checkbox label={t('monitor')} {...form.getInputProps('enableMonitoring', { type: 'checkbox' })} />
      <Checkbox label={t('exclude')} {...form.getInputProps('excludeFromTotalCmCount', { type: 'checkbox' })} />
    </>
  )
}
