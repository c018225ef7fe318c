import { TextInput } from '@mantine/core'
import { NAME_LENGTH } from '#features/accounts/accounts/contract.ts'
import type { ContractForm } from '#kit/web/form/use-contract-form.ts'
import { useText } from '../texts.ts'
import type { AccountValues } from './account-values.ts'
import { useNameVerdict } from './use-name-verdict.ts'

/** The name of a new account; shows while typing whether it is free. */
export function NameField({ form }: { form: ContractForm<AccountValues> }) {
  const t = useText()
  const verdict = useNameVerdict(form.values.name)
  const input = form.getInputProps('name')
  const taken = verdict && verdict.verdict !== 'free' ? verdict.text : undefined
  return (
    <TextInput
      required
      maxLength={NAME_LENGTH}
      autoCapitalize="none"
      spellCheck={false}
      label={t('form.name')}
      description={verdict?.verdict === 'free' ? verdict.text : t('form.nameHint')}
      {...input}
      error={form.values.name === '' && input.error ? t('form.unnamed') : (input.error ?? taken)}
    />
  )
}
