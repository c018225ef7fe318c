import { Markdown } from '#kit/web/form/markdown.tsx'
import { IconClock } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import classes from './chat.module.css'
import type { Outgoing } from './use-outgoing.ts'

/** A message on its way, as its author sees it. */
export function OutgoingRow(props: { message: Outgoing; onRetry: () => void; onDiscard: () => void }) {
  const t = useText()
  const { fullName } = useMe()
  const { body, files, state, reason = '' } = props.message
  return (
    <article className={classes.message} aria-label={fullName} data-outgoing={state}>
      <Avatar name={fullName} size={28} />
      <div className={classes.body}>
        <header className={classes.by}>
          <strong>{fullName}</strong>
          <span className={classes.state} role="status">
            <IconClock size={13} aria-hidden />
            {state === 'failed' ? t('failed', { reason }) : t(state)}
          </span>
        </header>
        {body && <Markdown text={body} />}
        {files.length > 0 && <p className={classes.note}>{files.map(({ name }) => name).join(', ')}</p>}
        {state === 'failed' && (
          <div className={classes.editFoot}>
            <Button size="xs" variant="default" onClick={props.onDiscard}>
              {t('discard')}
            </Button>
            <Button size="xs" onClick={props.onRetry}>
              {t('retry')}
            </Button>
          </div>
        )}
      </div>
    </article>
  )
}
