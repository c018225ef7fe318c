import { TextInput } from '@mantine/core'
import { searchLogbook } from '#features/platform/audit/contract.ts'
import { type Passkey, readMyFactors, renamePasskey } from '#features/users/second-factors/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'
import classes from './dialog.module.css'
import { Dialog } from './dialog.tsx'

/** Renames a passkey. */
export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useText()
  const form = useContractForm(renamePasskey.body, { name: passkey.name })
  const rename = useMutationOf(renamePasskey, {
    refreshes: [readMyFactors, searchLogbook],
    onSuccess: ({ name }) => {
      toast({ title: t('passkey.renamed', { name }) })
      onClose()
    },
    onProblem: applyServerErrors(form),
  })
  return (
    <Dialog title={t('passkey.renameTitle')} onClose={onClose}>
      <form
        className={classes.body}
        onSubmit={form.onSubmit((body) => rename.mutate({ params: { id: passkey.id }, body }))}
      >
        <TextInput
          data-autofocus
          label={t('passkey.name')}
          description={t('passkey.nameHint')}
          maxLength={80}
          {...form.getInputProps('name')}
          error={form.errors.name && t('passkey.nameWrong')}
        />
        <DialogActions>
          <Button type="submit" loading={rename.isPending}>
            {t('passkey.rename')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
