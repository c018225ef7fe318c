import { Checkbox, NumberInput, TextInput } from '@mantine/core'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { TagsInput } from '#kit/web/form/tags-input.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { type InventorySettings, readInventorySettings, readMdUtilization, saveInventorySettings } from '../contract.ts'
import classes from './deployment-fields.module.css'
import { useText } from './text.ts'

/** The settings of the daily inventory, and the thresholds of utilisation. */
export function InventoryCard({ account }: { account: string }) {
  const t = useText()
  const { data, error, refetch } = useQueryOf(readInventorySettings, { query: { account } })
  return (
    <Card title={t('inventory')}>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingRows rows={4} />}
      {data && <InventoryForm key={data.version} account={account} settings={data} />}
    </Card>
  )
}

function InventoryForm({ account, settings }: { account: string; settings: InventorySettings }) {
  const t = useText()
  const { accountId: _, version, format, ...values } = settings
  const form = useContractForm(saveInventorySettings.body, values)
  const save = useMutationOf(saveInventorySettings, {
    refreshes: [readInventorySettings, readMdUtilization],
    onProblem: applyServerErrors(form),
    onSuccess: () => toast({ title: t('inventorySaved') }),
  })
  return (
    <form
      noValidate
      className="form-stack"
      onSubmit={form.onSubmit((body) => save.mutate({ query: { account }, version, body: { ...body, format } }))}
    >
      <div className={classes.grid}>
        <NumberInput min={1} max={100} label={t('dsThreshold')} {...form.getInputProps('dsThreshold')} />
        <NumberInput min={1} max={100} label={t('usThreshold')} {...form.getInputProps('usThreshold')} />
        <TextInput type="time" label={t('at')} {...form.getInputProps('at')} />
      </div>
      <TagsInput label={t('recipients')} {...form.getInputProps('recipients')} />
      <Checkbox label={t('inventoryEnabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      <Checkbox label={t('onlyChanges')} {...form.getInputProps('onlyChanges', { type: 'checkbox' })} />
      <Checkbox
        label={t('includeExcluded')}
        {...form.getInputProps('includeExcludedDeployments', { type: 'checkbox' })}
      />
      <div>
        <Button type="submit" loading={save.isPending}>
          {t('saveInventory')}
        </Button>
      </div>
    </form>
  )
}
