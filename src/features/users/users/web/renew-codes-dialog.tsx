import { useState } from 'react'
import { searchLogbook } from '#features/platform/audit/contract.ts'
import { readMyFactors, renewRecoveryCodes } from '#features/users/second-factors/contract.ts'
import { call } from '#kit/web/data/call.ts'
import { refresh } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import type { Me } from '../contract.ts'
import { useText } from '../texts.ts'
import { CodeList } from './code-list.tsx'
import classes from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { ProofForm } from './proof-form.tsx'
import { useProof } from './use-proof.ts'

/** New recovery codes for old ones: warns, requires proof of identity where needed, shows them once. */
export function RenewCodesDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const t = useText()
  const [codes, setCodes] = useState<readonly string[]>()
  const proof = useProof(
    (body) => call(renewRecoveryCodes, { body }),
    ({ recoveryCodes }) => {
      setCodes(recoveryCodes)
      void refresh(readMyFactors, searchLogbook)
    },
  )
  if (codes) {
    return (
      <Dialog title={t('codes.title')}>
        <CodeList codes={codes} username={me.username} onDone={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog title={t('codes.renewTitle')} onClose={onClose}>
      {proof.asked ? (
        <ProofForm proof={proof} />
      ) : (
        <div className={classes.body}>
          <p className={classes.text}>{t('codes.renewText')}</p>
          <DialogActions>
            <Button data-autofocus color="red" loading={proof.busy} onClick={() => void proof.attempt()}>
              {t('codes.renew')}
            </Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  )
}
