import { Shortcut } from '#kit/web/look/keys.tsx'
import { usePaletteText } from '../texts.ts'
import classes from './palette.module.css'

/** The keys of the palette, and the number of results and the search time. */
export function PaletteFoot(props: { count: number; milliseconds: number | null; split: boolean }) {
  const t = usePaletteText()
  const { count, milliseconds, split } = props
  return (
    <div className={classes.foot}>
      <span>
        <Shortcut combo="ArrowUp" /> <Shortcut combo="ArrowDown" /> {t('move')}
      </span>
      <span>
        <Shortcut combo="Enter" /> {t('open')}
      </span>
      {split && (
        <span>
          <Shortcut combo="mod+Enter" /> {t('split')}
        </span>
      )}
      <span>
        <Shortcut combo=">" /> {t('actionsOnly')}
      </span>
      <span className="end num" role="status">
        {milliseconds !== null && t('hits', { count, ms: milliseconds })}
      </span>
    </div>
  )
}
