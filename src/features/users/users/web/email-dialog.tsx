import { PasswordInput, TextInput } from '@mantine/core'
import type { ApiError } from '#kit/web/data/api-error.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { changeMyEmail, type Me } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './dialog.module.css'
import { Dialog } from './dialog.tsx'

/** Another address of the user's domain; it counts when the link in the mail to it is used. */
export function EmailDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const t = useText()
  const form = useContractForm(changeMyEmail.body, { email: '', currentPassword: '' })
  const onRejected = applyServerErrors(form)
  const change = useMutationOf(changeMyEmail, {
    onSuccess: () => {
      toast({ title: t('email.asked'), detail: t('email.askedDetail', { email: form.values.email }) })
      onClose()
    },
    onProblem: (problem: ApiError) => {
      if (problem.code === 'password-wrong') form.setFieldError('currentPassword', problem.message)
      else onRejected(problem)
    },
  })
  return (
    <Dialog title={t('email.title')} onClose={onClose}>
      <form className={classes.body} onSubmit={form.onSubmit((body) => change.mutate({ body }))}>
        <TextInput
          data-autofocus
          label={t('email.next')}
          description={t('email.hint', { email: me.username })}
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('password.present')}
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
        <DialogActions>
          <Button
            type="submit"
            loading={change.isPending}
            blocked={
              form.values.email.trim() === '' || form.values.currentPassword === '' ? t('notYet.email') : undefined
            }
          >
            {t('email.send')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
