import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { useText } from '../texts.ts'
import classes from './dialog.module.css'
import type { Proof } from './use-proof.ts'

/** Asks for the current password, because the sign-in is no longer fresh. */
export function ProofForm({ proof }: { proof: Proof }) {
  const t = useText()
  const [password, setPassword] = useState('')
  return (
    <form
      className={classes.body}
      onSubmit={(event) => {
        event.preventDefault()
        void proof.attempt(password)
      }}
    >
      <p className={classes.text}>{t('proof.text')}</p>
      <PasswordInput
        data-autofocus
        label={t('proof.password')}
        autoComplete="current-password"
        value={password}
        error={proof.wrong}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <DialogActions>
        <Button type="submit" loading={proof.busy} blocked={password === '' ? t('notYet.password') : undefined}>
          {t('proof.go')}
        </Button>
      </DialogActions>
    </form>
  )
}
