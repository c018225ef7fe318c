import { Checkbox, NumberInput, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { MultiSelect } from '#kit/web/form/multi-select.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors, type ContractForm, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { IconPlugConnected } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import {
  type AnalyticsDeployment,
  cmStatsFields,
  createDeployment,
  deploymentVersions,
  editDeployment,
  listDeployments,
  mdStatsFields,
  readSummaryMap,
  testAnalyticsLogin,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './deployment-fields.module.css'
import { bodyOf, type DeploymentValues, valuesOf, valuesSchema } from './deployment-values.ts'

/** Adds a deployment, or changes one; its connection can be tested before it is saved. */
export function DeploymentDialog(props: {
  account: string
  deployment: AnalyticsDeployment | undefined
  onClose: () => void
}) {
  const t = useText()
  const { account, deployment, onClose } = props
  const form = useContractForm<DeploymentValues>(valuesSchema, valuesOf(deployment))
  const settings = (title: string) => ({
    refreshes: [listDeployments, readSummaryMap],
    onProblem: applyServerErrors(form),
    onSuccess: () => {
      toast({ title })
      onClose()
    },
  })
  const add = useMutationOf(createDeployment, settings(t('added')))
  const edit = useMutationOf(editDeployment, settings(t('saved')))
  const save = (values: DeploymentValues) => {
    const body = bodyOf(values)
    if (deployment) edit.mutate({ params: { id: deployment.id }, version: deployment.revision, body })
    else add.mutate({ body: { ...body, account, version: values.version, stage: values.stage } })
  }
  return (
    <FormDialog
      size={720}
      title={deployment ? t('edit', { name: deployment.name }) : t('add')}
      submitLabel={t('save')}
      pending={add.isPending || edit.isPending}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
    >
      <DeploymentFields form={form} isPasswordSet={deployment?.settings?.portalPasswordSet ?? false} />
      <ConnectionTest values={form.values} deployment={deployment} />
    </FormDialog>
  )
}

const stages = ['PRODUCTION', 'LIFT', 'PRE_SALES'] as const

/** The fields of a deployment. */
function DeploymentFields(props: { form: ContractForm<DeploymentValues>; isPasswordSet: boolean }) {
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

const parts = ['url', 'login', 'ops_name'] as const
type Part = (typeof parts)[number]
type Result = { readonly text: string; readonly tested: readonly Part[]; readonly wrong?: Part | undefined }

/** Tests the address, the login and the ops name of the form, and shows which of them is wrong. */
function ConnectionTest(props: { values: DeploymentValues; deployment: AnalyticsDeployment | undefined }) {
  const t = useText()
  const { values, deployment } = props
  const [result, setResult] = useState<Result>()
  const test = useMutationOf(testAnalyticsLogin, {
    onSuccess: ({ tested }) => setResult({ text: t('testOk'), tested }),
    onProblem: ({ message, fields }) => {
      const wrong = parts.find((part) => fields.some(({ path }) => path === part))
      setResult({
        text: fields[0]?.message ?? message,
        tested: wrong ? parts.slice(0, parts.indexOf(wrong)) : [],
        wrong,
      })
    },
  })
  const { apiUrl, portalUsername, portalPassword, opsCustomerName, version } = values
  const run = () =>
    test.mutate({
      body: {
        url: apiUrl.trim(),
        username: portalUsername.trim(),
        version: version === 'cOS-DOCSIS v0.15.x' ? 1 : 4,
        ...(portalPassword === '' ? {} : { password: portalPassword }),
        ...(portalPassword === '' && deployment ? { deployment: deployment.id } : {}),
        ...(opsCustomerName.trim() === '' ? {} : { ops_name: opsCustomerName.trim() }),
      },
    })
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconPlugConnected size={15} aria-hidden />}
        loading={test.isPending}
        blocked={apiUrl.trim() === '' || portalUsername.trim() === '' ? t('notYet.connection') : undefined}
        onClick={run}
      >
        {t('test')}
      </Button>
      <div role="status">
        {result && (
          <>
            <ul className={classes.chain}>
              {parts.map((part) => (
                <li key={part}>
                  <PartBadge part={part} result={result} />
                </li>
              ))}
            </ul>
            <p>{result.text}</p>
          </>
        )}
      </div>
    </div>
  )
}

function PartBadge({ part, result: { tested, wrong } }: { part: Part; result: Result }) {
  const t = useText()
  const name = t(`testPart.${part}`)
  if (part === wrong) return <Badge colour="red">{`${name}: ${t('partWrong')}`}</Badge>
  if (tested.includes(part)) return <Badge colour="green">{`${name}: ${t('partOk')}`}</Badge>
  return <Badge colour="light-grey">{`${name}: ${t('partUntested')}`}</Badge>
}
