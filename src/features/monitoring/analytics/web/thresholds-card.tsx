import { NumberInput } from '@mantine/core'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type InventorySettings, readInventorySettings, readMdUtilization, saveInventorySettings } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './deployment-fields.module.css'

/** The thresholds from which a MAC domain is flagged. */
export function ThresholdsCard({ account }: { account: string }) {
  const t = useText()
  const query = useQueryOf(readInventorySettings, { query: { account } })
  return (
    <Card title={t('thresholds')}>
      <QueryView query={query} rows={4}>
        {(data) => <ThresholdsForm key={data.version} account={account} settings={data} />}
      </QueryView>
    </Card>
  )
}

function ThresholdsForm({ account, settings }: { account: string; settings: InventorySettings }) {
  const t = useText()
  const { accountId: _, version, format, ...values } = settings
  const form = useContractForm(saveInventorySettings.body, values)
  const save = useMutationOf(saveInventorySettings, {
    refreshes: [readInventorySettings, readMdUtilization],
    onProblem: applyServerErrors(form),
    onSuccess: () => toast({ title: t('thresholdsSaved') }),
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
      </div>
      <div>
        <Button type="submit" loading={save.isPending}>
          {t('saveThresholds')}
        </Button>
      </div>
    </form>
  )
}
