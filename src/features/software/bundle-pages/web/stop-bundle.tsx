import { Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import {
  type Bundle,
  holdBundle,
  listBundles,
  moveBundleToEol,
  readBundle,
} from '#features/software/bundles/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'

/** Requires a reason before a bundle is put on hold or moved to its end of life. */
export function StopBundle({ bundle, move, onClose }: { bundle: Bundle; move: 'hold' | 'eol'; onClose: () => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [withdraw, setWithdraw] = useState(false)
  const finish = (title: string) => () => {
    toast({ title })
    onClose()
  }
  const hold = useMutationOf(holdBundle, { refreshes: [readBundle, listBundles], onSuccess: finish(t('move.held')) })
  const end = useMutationOf(moveBundleToEol, {
    refreshes: [readBundle, listBundles],
    onSuccess: finish(t('move.ended')),
  })
  const stop = () => {
    if (move === 'hold')
      hold.mutate({ params: { id: bundle.id }, body: { reason: reason.trim(), withdrawDownloads: withdraw } })
    else end.mutate({ query: { bundleId: bundle.id }, body: { reason: reason.trim() } })
  }
  return (
    <FormDialog
      title={t(move === 'eol' ? 'move.eolTitle' : 'move.holdTitle', { name: bundle.name })}
      submitLabel={t(move === 'eol' ? 'move.eol' : 'move.hold')}
      pending={hold.isPending || end.isPending}
      blocked={reason.trim() ? undefined : t('notYet.reason')}
      colour={move === 'eol' ? 'orange' : 'yellow'}
      onSubmit={() => {
        if (reason.trim()) stop()
      }}
      onClose={onClose}
    >
      <p className="form-words">{t(move === 'eol' ? 'move.eolText' : 'move.holdText')}</p>
      <Textarea
        data-autofocus
        required
        maxLength={1000}
        label={t('move.reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {move === 'hold' && (
        <Checkbox
          label={t('move.withdraw')}
          checked={withdraw}
          onChange={(event) => setWithdraw(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
