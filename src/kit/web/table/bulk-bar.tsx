import type { ReactNode } from 'react'
import { IconX } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '../look/icon-button.tsx'
import { useText } from '../text/kit-text.ts'
import classes from './bulk-bar.module.css'
import type { Selection } from './use-selection.ts'

/** The actions for the selected rows; floats at the foot of the grid's frame while any are selected. */
export function BulkBar({
  selection,
  note,
  children,
}: {
  selection: Selection
  note?: ReactNode
  children: ReactNode
}) {
  const t = useText()
  if (selection.ids.size === 0) return null
  return (
    <section className={classes.bar} aria-label={t('grid.selected', { count: selection.ids.size })}>
      <strong>{t('grid.selected', { count: selection.ids.size })}</strong>
      {note && <span className={classes.note}>{note}</span>}
      {children}
      <IconButton size={28} aria-label={t('grid.clearSelection')} onClick={selection.clear}>
        <IconX size={15} aria-hidden />
      </IconButton>
    </section>
  )
}
