import { Checkbox, PasswordInput } from '@mantine/core'
import { listMySessions } from '#features/access/sessions/contract.ts'
import { searchLogbook } from '#features/platform/audit/contract.ts'
import { passwordRules } from '#features/users/passwords/contract.ts'
import { PasswordRuleList } from '#features/users/passwords/web/index.ts'
import { readMyFactors } from '#features/users/second-factors/contract.ts'
import type { ApiError } from '#kit/web/data/api-error.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { changeMyPassword, listMyTokens, type Me } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './dialog.module.css'
import { Dialog } from './dialog.tsx'

/** A new password; its rule is checked while it is typed. */
export function PasswordDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const t = useText()
  const initial = { currentPassword: '', newPassword: '', endOtherSessions: true, revokeTokens: false }
  const form = useContractForm(changeMyPassword.body, initial)
  const onRejected = applyServerErrors(form)
  const { values } = form
  const change = useMutationOf(changeMyPassword, {
    refreshes: [readMyFactors, listMySessions, listMyTokens, searchLogbook],
    onSuccess: () => {
      const detail = values.endOtherSessions ? { detail: t('password.savedOthers') } : {}
      toast({ title: t('password.saved'), ...detail })
      onClose()
    },
    onProblem: (problem: ApiError) => {
      if (problem.code === 'password-wrong') form.setFieldError('currentPassword', problem.message)
      else onRejected(problem)
    },
  })
  const rules = passwordRules(values.newPassword, me, me.passwordPolicy)
  const ready = values.currentPassword !== '' && rules.every(({ kept }) => kept)
  return (
    <Dialog title={t('password.title')} onClose={onClose}>
      <form className={classes.body} onSubmit={form.onSubmit((body) => change.mutate({ body }))}>
        <input type="hidden" name="username" autoComplete="username" value={me.username} readOnly />
        <PasswordInput
          data-autofocus
          label={t('password.present')}
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
        <PasswordInput label={t('password.next')} autoComplete="new-password" {...form.getInputProps('newPassword')} />
        <PasswordRuleList rules={rules} />
        <Checkbox label={t('password.others')} {...form.getInputProps('endOtherSessions', { type: 'checkbox' })} />
        <Checkbox label={t('password.tokens')} {...form.getInputProps('revokeTokens', { type: 'checkbox' })} />
        <DialogActions>
          <Button type="submit" loading={change.isPending} blocked={ready ? undefined : t('notYet.rules')}>
            {t('password.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
