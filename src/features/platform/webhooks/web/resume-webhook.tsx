import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import type { Webhook } from '../contract.ts'
import { useText } from '../texts.ts'

/** Asks what becomes of the messages that wait for a paused webhook: sent, unless the user passes them over. */
export function ResumeWebhook(props: {
  webhook: Webhook
  busy: boolean
  onResume: (waiting: 'SEND' | 'SKIP') => void
  onClose: () => void
}) {
  const t = useText()
  const [skips, setSkips] = useState(false)
  const { webhook, busy, onResume, onClose } = props
  return (
    <Confirm
      opened
      colour="blue"
      title={t('resume')}
      action={t('resume')}
      busy={busy}
      onConfirm={() => onResume(skips ? 'SKIP' : 'SEND')}
      onClose={onClose}
    >
      <p>{t('resumeText', { count: webhook.waiting })}</p>
      <Checkbox
        checked={skips}
        onChange={(event) => setSkips(event.currentTarget.checked)}
        label={t('passOver')}
        description={t('passOverText')}
      />
    </Confirm>
  )
}
