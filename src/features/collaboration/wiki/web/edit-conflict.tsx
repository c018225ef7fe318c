import { useState } from 'react'
import { IconAlertTriangle } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import type { WikiPage } from '../contract.ts'
import { useText } from '../texts.ts'
import { DiffText } from './diff-text.tsx'
import classes from './history.module.css'

/** Another user saved the page while this one wrote: what changed, and whose text is kept. */
export function EditConflict(props: { before: WikiPage; now: WikiPage; onKeep: () => void; onDiscard: () => void }) {
  const t = useText()
  const { before, now, onKeep, onDiscard } = props
  const [isShown, setShown] = useState(false)
  return (
    <section className={classes.conflict} aria-label={t('conflict.title')} role="alert">
      <p>
        <IconAlertTriangle size={16} aria-hidden />
        <span>
          <strong>{t('conflict.saved', { name: now.updatedBy ?? t('someone'), n: now.revision })}</strong>{' '}
          {t('conflict.kept')}
        </span>
      </p>
      <div className={classes.conflictActions}>
        <Button size="compact-sm" variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'conflict.hide' : 'conflict.show')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          {t('conflict.discard')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onKeep}>
          {t('conflict.keep')}
        </Button>
      </div>
      {isShown && <DiffText before={before} after={now} />}
    </section>
  )
}
