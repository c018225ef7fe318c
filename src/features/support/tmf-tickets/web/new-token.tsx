import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { ShownOnce } from '#kit/web/look/shown-once.tsx'
import { createAccountToken, readTicketExchange, type TokenRight, tokenRights } from '../contract.ts'
import { useText } from '../texts.ts'

const initial: { name: string; rights: TokenRight[] } = { name: '', rights: [...tokenRights] }

/** Creates a token of an account, and shows it once. */
export function NewToken({ account, onClose }: { account: string; onClose: () => void }) {
  const t = useText()
  const [newToken, setNewToken] = useState<{ token: string; signingSecret: string }>()
  const form = useContractForm(createAccountToken.body, initial)
  const create = useMutationOf(createAccountToken, {
    refreshes: [readTicketExchange],
    onProblem: applyServerErrors(form),
    onSuccess: setNewToken,
  })
  if (newToken) return <CreatedToken {...newToken} onClose={onClose} />
  return (
    <FormDialog
      title={t('newToken')}
      submitLabel={t('newToken')}
      pending={create.isPending}
      onSubmit={form.onSubmit((body) => create.mutate({ query: { account }, body }))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        required
        label={t('name')}
        description={t('nameHint')}
        maxLength={80}
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={t('rights')} {...form.getInputProps('rights')}>
        {tokenRights.map((right) => (
          <Checkbox key={right} value={right} label={t(`right.${right}`)} mt="xs" />
        ))}
      </Checkbox.Group>
    </FormDialog>
  )
}

/** A new token and its signing secret, shown once. */
function CreatedToken(props: { token: string; signingSecret: string; onClose: () => void }) {
  const t = useText()
  return (
    <ShownOnce
      title={t('created')}
      text={t('createdText')}
      secrets={[
        { label: t('token'), text: props.token, copy: t('copyToken') },
        { label: t('signingSecret'), text: props.signingSecret, copy: t('copySecret') },
      ]}
      done={t('done')}
      onClose={props.onClose}
    />
  )
}
