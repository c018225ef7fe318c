import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import { type AlertPriority, createAlert, listAlerts } from '../contract.ts'
import { useText } from '../texts.ts'

const priorities = ['P1', 'P2', 'P3', 'P4', 'P5'] as const

/** Creates an alert by hand. */
export function NewAlert({ account: given, onClose }: { account: string | undefined; onClose: () => void }) {
  const t = useText()
  const accounts = useAccounts()
  const [account, setAccount] = useState(given ?? null)
  const [message, setMessage] = useState('')
  const [description, setDescription] = useState('')
  const [priority, setPriority] = useState<AlertPriority>('P3')
  const [hasTried, setTried] = useState(false)
  const send = useMutationOf(createAlert, {
    refreshes: [listAlerts],
    onSuccess: () => {
      toast({ title: t('form.sent') })
      onClose()
    },
  })
  const text = message.trim()
  const submit = () => {
    setTried(true)
    if (!account || text === '' || text.length > 130) return
    send.mutate({ query: { account }, body: { message: text, description, priority, tags: [] } })
  }
  return (
    <FormDialog
      title={t('new')}
      submitLabel={t('form.send')}
      pending={send.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        required
        searchable
        label={t('form.account')}
        data={accounts.map(({ name, displayName }) => ({ value: name, label: displayName }))}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        value={account}
        onChange={setAccount}
        error={hasTried && !account && t('form.accountWrong')}
      />
      <TextInput
        data-autofocus
        required
        maxLength={130}
        label={t('form.message')}
        description={t('form.hint')}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
        error={hasTried && text === '' && t('form.messageWrong')}
      />
      <SegmentedControl
        aria-label={t('form.priority')}
        value={priority}
        onChange={setPriority}
        options={priorities.map((value) => ({ value, label: value }))}
      />
      <Textarea
        autosize
        minRows={3}
        maxLength={15_000}
        label={t('form.description')}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
