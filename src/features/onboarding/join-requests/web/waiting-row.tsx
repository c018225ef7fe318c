import { hasMixedScripts } from '#kit/contract/email-address.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { Age } from '#kit/web/time/age.tsx'
import type { JoinRequest } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './joins-page.module.css'

/** A pending join request. */
export function WaitingRow(props: {
  request: JoinRequest
  current: boolean
  busy: boolean
  onApprove: () => void
  onReject: () => void
}) {
  const t = useText()
  const { requestedBy, accountDisplayName: account, createdAt } = props.request
  return (
    <li className={classes.row} aria-current={props.current || undefined}>
      <Avatar name={requestedBy.fullName} />
      <span className={classes.who}>
        <strong>{requestedBy.fullName}</strong>
        <small>
          {requestedBy.username} · {t('queue.asks', { account })} · <Age at={createdAt} />
        </small>
        {hasMixedScripts(requestedBy.username) && <small className={classes.warning}>{t('queue.mixedScripts')}</small>}
      </span>
      <span className={classes.acts}>
        <Button size="compact-sm" variant="light" color="green" loading={props.busy} onClick={props.onApprove}>
          {t('queue.approve')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={props.onReject}>
          {t('queue.reject')}
        </Button>
      </span>
    </li>
  )
}
