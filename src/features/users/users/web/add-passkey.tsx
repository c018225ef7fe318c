import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { listMySessions } from '#features/access/sessions/contract.ts'
import { searchLogbook } from '#features/platform/audit/contract.ts'
import { addPasskey, beginPasskey, readMyFactors } from '#features/users/second-factors/contract.ts'
import { call, type Reply } from '#kit/web/data/call.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'
import classes from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { ProofForm } from './proof-form.tsx'
import { useProof } from './use-proof.ts'

/** Adds a passkey: its name, proof of identity if the sign-in is old, then the device's own dialog. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const t = useText()
  const here = useQueryOf(listMySessions, {}).data?._embedded.sessions.find(({ current }) => current)
  const [typedName, setTypedName] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const name = (typedName ?? here?.device ?? '').trim()
  const proof = useProof(
    async (body): Promise<Reply<typeof addPasskey> | undefined> => {
      const credential = await makePasskey(await call(beginPasskey, { body }))
      return credential && call(addPasskey, { body: { name, credential } })
    },
    (passkey) => {
      if (!passkey) return setWrong(t('passkey.cancelled'))
      void refresh(readMyFactors, searchLogbook)
      toast({ title: t('passkey.added', { name: passkey.name }) })
      onClose()
    },
  )
  return (
    <Dialog title={t('passkey.title')} onClose={onClose}>
      {proof.asked ? (
        <ProofForm proof={proof} />
      ) : (
        <form
          className={classes.body}
          onSubmit={(event) => {
            event.preventDefault()
            if (name === '') return setWrong(t('passkey.nameWrong'))
            setWrong(undefined)
            void proof.attempt()
          }}
        >
          <p className={classes.text}>{t('passkey.intro')}</p>
          <TextInput
            data-autofocus
            label={t('passkey.name')}
            description={t('passkey.nameHint')}
            maxLength={80}
            value={typedName ?? here?.device ?? ''}
            error={wrong}
            onChange={(event) => {
              setWrong(undefined)
              setTypedName(event.currentTarget.value)
            }}
          />
          <DialogActions>
            <Button type="submit" loading={proof.busy}>
              {t('passkey.add')}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}

/** Has the user's device create a passkey; undefined when it did not: cancelled, too late, or it has one already. */
async function makePasskey(options: Reply<typeof beginPasskey>) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = await navigator.credentials.create({ publicKey }).catch((failure: unknown) => {
    if (failure instanceof DOMException) return null
    throw failure
  })
  if (!(made instanceof PublicKeyCredential)) return undefined
  const { id, response } = made.toJSON() as RegistrationResponseJSON
  const { clientDataJSON, attestationObject } = response
  return { id, clientDataJSON, attestationObject }
}
