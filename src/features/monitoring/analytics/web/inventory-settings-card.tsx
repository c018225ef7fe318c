import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type InventorySettings, readInventorySettings, saveInventorySettings } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './deployment-fields.module.css'

/** When the daily inventory of an account is collected, and who gets it by mail. */
export function InventorySettingsCard({ account }: { account: string }) {
  const t = useText()
  const query = useQueryOf(readInventorySettings, { query: { account } })
  return (
    <Card title={t('inventory')}>
      <QueryView query={query} rows={4}>
        {(data) => <InventoryForm key={data.version} account={account} settings={data} />}
      </QueryView>
    </Card>
  )
}

function InventoryForm({ account, settings }: { account: string; settings: InventorySettings }) {
  const t = useText()
  const { accountId: _, version, recipients, ...rest } = settings
  const [values, setValues] = useState({ ...rest, recipients: recipients.join('\n') })
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }))
  const save = useMutationOf(saveInventorySettings, {
    refreshes: [readInventorySettings],
    onProblem: ({ fields }) =>
      setWrong(Object.fromEntries((fields ?? []).map(({ path, message }) => [path.split(/[.[]/)[0] ?? '', message]))),
    onSuccess: () => toast({ title: t('inventorySaved') }),
  })
  return (
    <form
      noValidate
      className="form-stack"
      onSubmit={(event) => {
        event.preventDefault()
        setWrong({})
        const addresses = values.recipients.split(/[\s,;]+/).filter(Boolean)
        save.mutate({ query: { account }, version, body: { ...values, recipients: addresses } })
      }}
    >
      <Checkbox
        label={t('inventoryEnabled')}
        checked={values.enabled}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
      />
      <div className={classes.grid}>
        <TextInput
          type="time"
          label={t('inventoryAt')}
          description={t('inventoryAtHint')}
          value={values.at}
          onChange={(event) => set({ at: event.currentTarget.value })}
          error={wrong.at}
        />
        <Textarea
          label={t('inventoryRecipients')}
          description={t('inventoryRecipientsHint')}
          autosize
          value={values.recipients}
          onChange={(event) => set({ recipients: event.currentTarget.value })}
          error={wrong.recipients && t('inventoryRecipientsWrong')}
        />
      </div>
      <Checkbox
        label={t('inventoryOnlyChanges')}
        checked={values.onlyChanges}
        onChange={(event) => set({ onlyChanges: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('inventoryExcluded')}
        checked={values.includeExcludedDeployments}
        onChange={(event) => set({ includeExcludedDeployments: event.currentTarget.checked })}
      />
      <div>
        <Button type="submit" loading={save.isPending}>
          {t('saveInventory')}
        </Button>
      </div>
    </form>
  )
}
