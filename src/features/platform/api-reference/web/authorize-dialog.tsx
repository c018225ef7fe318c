import { PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Button } from '#kit/web/look/button.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import classes from './api-reference.module.css'
import { useApiToken } from './use-api-token.ts'

/** Takes an API token for the calls of this tab. */
export function AuthorizeDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const me = useMe()
  const { use } = useApiToken()
  const [user, setUser] = useState(me.username)
  const [token, setToken] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    use(user, token)
    onClose()
  }
  return (
    <Modal
      opened
      centered
      title={t('authorizeTitle')}
      size={440}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('back') }}
    >
      <form className={classes.authorize} onSubmit={submit}>
        <p>{t('authorizeText')}</p>
        <TextInput
          type="email"
          required
          label={t('user')}
          value={user}
          onChange={(event) => setUser(event.currentTarget.value)}
        />
        <PasswordInput
          required
          data-autofocus
          label={t('token')}
          autoComplete="off"
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <Button type="submit" blocked={user.trim() && token.trim() ? undefined : t('notYet.user')}>
          {t('use')}
        </Button>
      </form>
    </Modal>
  )
}
