import { TextInput } from '@mantine/core'
import { readCase } from '#features/support/cases/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { focusFirstField } from '#kit/web/focus-first-field.ts'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { linkKnownIssue, listCaseKnownIssues } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './case-known-issues.module.css'

/** Links a case to the known issue of a key. */
export function LinkByKey({ issueKey, onClose }: { issueKey: string; onClose: () => void }) {
  const t = useText()
  const form = useContractForm<{ key: string }>(linkKnownIssue.body, { key: '' })
  const link = useMutationOf(linkKnownIssue, {
    refreshes: [listCaseKnownIssues, readCase],
    onSuccess: (_, { body }) => {
      toast({ title: t('onCase.linked', { issue: body.key.toUpperCase(), key: issueKey }) })
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
      onSubmit={form.onSubmit(({ key }) => link.mutate({ query: { issueKey }, body: { key: key.trim() } }))}
    >
      <TextInput
        required
        data-autofocus
        maxLength={20}
        label={t('onCase.keyLabel')}
        placeholder={t('onCase.keyHint')}
        {...form.getInputProps('key')}
        error={form.errors.key && (form.values.key.trim() ? form.errors.key : t('required'))}
      />
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button size="xs" type="submit" loading={link.isPending}>
          {t('onCase.link')}
        </Button>
      </div>
    </form>
  )
}
