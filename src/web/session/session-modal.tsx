import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { signInAgain, signOut } from '#features/access/sessions/web/index.ts'
import { Button } from '#kit/web/look/button.tsx'
import { formatCountdown } from '#kit/web/time/time.ts'
import { useMe } from '#kit/web/who/me.tsx'
import { useMenuText, useSessionText } from '../texts.ts'
import classes from './session-modal.module.css'
import { WARNING } from './session-step.ts'

const LENGTH = 2 * Math.PI * 46

/** The last minutes of a session: how long, what is stored, and how to continue. */
export function SessionModal({ endsAt }: { endsAt: number }) {
  const t = useSessionText()
  const kit = useMenuText()
  const me = useMe()
  const secondsLeft = useSecondsLeft(endsAt)
  const spokenTime = t('minutes', { minutes: Math.floor(secondsLeft / 60), seconds: secondsLeft % 60 })
  return (
    <Modal.Root
      opened
      onClose={() => {}}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size={428}
      centered
      radius={12}
    >
      <Modal.Overlay backgroundOpacity={1} />
      <Modal.Content aria-label={t('title')}>
        <Modal.Body>
          <div className={classes.body}>
            <div className={classes.ring} role="timer" aria-label={t('left', { left: spokenTime })}>
              <svg viewBox="0 0 100 100" aria-hidden="true">
                <circle cx="50" cy="50" r="46" />
                <circle
                  className={classes.left}
                  cx="50"
                  cy="50"
                  r="46"
                  strokeDasharray={`${(secondsLeft / WARNING) * LENGTH} ${LENGTH}`}
                />
              </svg>
              <span>{formatCountdown(secondsLeft)}</span>
            </div>
            <h2>{t('title')}</h2>
            <p>{t('text', { count: me.session_duration_in_hours, left: spokenTime })}</p>
            <div className={classes.actions}>
              <Button variant="default" onClick={() => void signOut()}>
                {kit('signOut')}
              </Button>
              <Button data-autofocus onClick={() => signInAgain(me.username)}>
                {t('stay')}
              </Button>
            </div>
            <p className={classes.who}>{t('who', { name: me.fullName, username: me.username })}</p>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function useSecondsLeft(endsAt: number): number {
  const seconds = () => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
  const [secondsLeft, setSecondsLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setSecondsLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))), 500)
    return () => clearInterval(timer)
  }, [endsAt])
  return secondsLeft
}
