import { Checkbox, TextInput } from '@mantine/core'
import { Select } from '#kit/web/form/select.tsx'
import type { ContractForm } from '#kit/web/form/use-contract-form.ts'
import { Card } from '#kit/web/look/card.tsx'
import { useAccounts } from '#kit/web/who/account.tsx'
import { useText } from '../texts.ts'
import type { RequestValues } from './request-values.ts'

const versions = ['cOS-DOCSIS', 'cOS-DOCSIS v0.15.x', 'cOS-CN-DOCSIS', 'cOS-CN-PON']
const stages = ['PRODUCTION', 'LIFT', 'PRE_SALES'] as const
const inPage = { withScrollArea: false, comboboxProps: { withinPortal: false } } as const

/** The fields of a deployment: of the new account, if it gets one, or of an existing account. */
export function DeploymentFields({ form }: { form: ContractForm<RequestValues> }) {
  const t = useText()
  const accounts = useAccounts()
  const { requestType, withDeployment, account } = form.values
  const ofNew = requestType === 'ACCOUNT'
  return (
    <Card title={t(ofNew ? 'form.first' : 'type.DEPLOYMENT')}>
      <div className="form-fields">
        {ofNew ? (
          <Checkbox
            className="wide"
            label={t('form.withDeployment')}
            {...form.getInputProps('withDeployment', { type: 'checkbox' })}
          />
        ) : (
          <Select
            className="wide"
            required
            searchable
            limit={60}
            {...inPage}
            label={t('form.of')}
            data={accounts.map(({ name, displayName }) => ({ value: name, label: displayName }))}
            {...form.getInputProps('account')}
            value={account || null}
          />
        )}
        {(!ofNew || withDeployment) && (
          <>
            <TextInput
              required
              maxLength={63}
              label={t('form.deploymentName')}
              description={t('form.deploymentHint')}
              {...form.getInputProps('deploymentName')}
            />
            <Select
              required
              allowDeselect={false}
              {...inPage}
              label={t('form.version')}
              data={versions}
              {...form.getInputProps('version')}
            />
            <Select
              required
              allowDeselect={false}
              {...inPage}
              label={t('form.stage')}
              data={stages.map((value) => ({ value, label: t(`stage.${value}`) }))}
              {...form.getInputProps('deploymentStage')}
            />
          </>
        )}
      </div>
    </Card>
  )
}
