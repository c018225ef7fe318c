import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { type ConnectionAdapter, createConnection, listConnections } from '../contract.ts'
import { useText } from '../texts.ts'
import { ConnectionFields, initialSettings, settingsToSend } from './connection-fields.tsx'

/** The form of a new connection: its system, and the fields that this declares. */
export function ConnectDialog(props: {
  adapters: readonly ConnectionAdapter[]
  account?: string | undefined
  onClose: () => void
}) {
  const t = useText()
  const { adapters, account, onClose } = props
  const [system, setSystem] = useState(adapters[0]!.system)
  const adapter = adapters.find((one) => one.system === system)!
  const { port, shared: isShared, fields } = adapter
  const every = adapters.flatMap((one) => one.fields)
  const form = useContractForm(createConnection.body, { port, system, settings: initialSettings(every) })
  const create = useMutationOf(createConnection, {
    refreshes: [listConnections],
    onProblem: applyServerErrors(form),
    onSuccess: () => {
      toast({ title: t('connected') })
      onClose()
    },
  })
  return (
    <FormDialog
      size={520}
      title={t('connectTo', { port: t(`port.${port}`) })}
      submitLabel={t('connect')}
      pending={create.isPending}
      onSubmit={form.onSubmit(({ settings }) =>
        create.mutate({
          body: {
            port,
            system,
            settings: settingsToSend(fields, settings),
            ...(isShared || account === undefined ? {} : { account }),
          },
        }),
      )}
      onClose={onClose}
    >
      {adapters.length > 1 && (
        <SegmentedControl
          aria-label={t('system')}
          options={adapters.map((one) => ({ value: one.system, label: one.name }))}
          value={system}
          onChange={setSystem}
        />
      )}
      <ConnectionFields form={form} fields={fields} />
    </FormDialog>
  )
}
