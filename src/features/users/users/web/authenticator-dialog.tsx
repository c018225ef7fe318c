import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { searchLogbook } from '#features/platform/audit/contract.ts'
import { beginTotp, confirmTotp, readMyFactors } from '#features/users/second-factors/contract.ts'
import { call, type Reply } from '#kit/web/data/call.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { CopyableText } from '#kit/web/look/to-copy.tsx'
import type { Me } from '../contract.ts'
import { useText } from '../texts.ts'
import { CodeList } from './code-list.tsx'
import classes from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { ProofForm } from './proof-form.tsx'
import { useProof } from './use-proof.ts'

/** Sets up an authenticator: proof of identity, the code to scan, a first code from it, the recovery codes. */
export function AuthenticatorDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const t = useText()
  const [offer, setOffer] = useState<Reply<typeof beginTotp>>()
  const [codes, setCodes] = useState<readonly string[]>()
  const proof = useProof((body) => call(beginTotp, { body }), setOffer)

  if (codes) {
    return (
      <Dialog title={t('codes.title')}>
        <CodeList codes={codes} username={me.username} onDone={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog title={t('authenticator.title')} onClose={onClose}>
      {offer ? (
        <Enrolment offer={offer} onConfirmed={setCodes} />
      ) : proof.asked ? (
        <ProofForm proof={proof} />
      ) : (
        <div className={classes.body}>
          <p className={classes.text}>{t('authenticator.intro')}</p>
          <DialogActions>
            <Button data-autofocus loading={proof.busy} onClick={() => void proof.attempt()}>
              {t('proof.go')}
            </Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  )
}

function Enrolment(props: { offer: Reply<typeof beginTotp>; onConfirmed: (codes: readonly string[]) => void }) {
  const t = useText()
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { secret, qr } = props.offer
  const field = useRef<HTMLInputElement>(null)
  // The dialog is already open: its own autofocus was for the previous step.
  useEffect(() => field.current?.focus(), [])
  const confirm = useMutationOf(confirmTotp, {
    refreshes: [readMyFactors, searchLogbook],
    onSuccess: ({ recoveryCodes }) => props.onConfirmed(recoveryCodes),
    onProblem: (problem) => (problem.code === 'code-wrong' ? setWrong(problem.message) : showError(problem)),
  })
  return (
    <form
      className={classes.body}
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate({ body: { code } })
      }}
    >
      <p className={classes.text}>{t('authenticator.scan')}</p>
      <img className={classes.qr} src={qr} alt={t('authenticator.qr')} />
      <CopyableText
        label={t('authenticator.manual')}
        text={secret}
        shown={secret.replace(/(.{4})(?=.)/g, '$1 ')}
        copy={t('authenticator.copyKey')}
      />
      <TextInput
        ref={field}
        data-autofocus
        label={t('authenticator.code')}
        description={t('authenticator.codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        error={wrong}
        onChange={(event) => {
          setWrong(undefined)
          setCode(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))
        }}
      />
      <DialogActions>
        <Button type="submit" loading={confirm.isPending} blocked={code.length < 6 ? t('notYet.code') : undefined}>
          {t('authenticator.confirm')}
        </Button>
      </DialogActions>
    </form>
  )
}
