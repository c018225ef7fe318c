import { TextInput } from '@mantine/core'
import { caseLinkKinds } from '#features/support/case-access/contract.ts'
import { type Case, readCase, readCaseHistory } from '#features/support/cases/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { focusFirstField } from '#kit/web/focus-first-field.ts'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { linkCases } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './linked-cases.module.css'

/** Links a case to another one: how, and to which key. */
export function AddLink({ found, onClose }: { found: Case; onClose: () => void }) {
  const t = useText()
  const form = useContractForm<{ kind: string; key: string }>(linkCases.body, { kind: 'RELATES_TO', key: '' })
  const add = useMutationOf(linkCases, {
    refreshes: [readCase, readCaseHistory],
    onSuccess: (_, { body }) => {
      toast({ title: t('added', { key: found.key, other: body.key.toUpperCase() }) })
      onClose()
    },
    onProblem: (problem) => {
      if (problem.status === 404 || problem.status === 409) form.setFieldError('key', problem.message)
      else applyServerErrors(form)(problem)
    },
  })
  return (
    <form
      ref={focusFirstField}
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(({ kind, key }) => {
        const chosen = caseLinkKinds.find((one) => one === kind) ?? 'RELATES_TO'
        add.mutate({ query: { issueKey: found.key }, body: { kind: chosen, key: key.trim() } })
      })}
    >
      <Select
        label={t('kindLabel')}
        allowDeselect={false}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        data={caseLinkKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <TextInput
        required
        data-autofocus
        label={t('key')}
        placeholder={t('keyHint', { example: found.key })}
        {...form.getInputProps('key')}
        error={form.errors.key && (form.values.key.trim() ? form.errors.key : t('keyMissing'))}
      />
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button size="xs" type="submit" loading={add.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
