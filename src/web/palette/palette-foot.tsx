import { Shortcut } from '#kit/web/look/keys.tsx'
import { useText } from '#kit/web/text/kit-text.ts'
import classes from './palette.module.css'

/** The keys of the palette, and the number of results and the search time. */
export function PaletteFoot(props: { count: number; milliseconds: number | null; split: boolean }) {
  const t = useText()
  const { count, milliseconds, split } = props
  return (
    <div className={classes.foot}>
      <span>
        <Shortcut combo="ArrowUp" /> <Shortcut combo="ArrowDown" /> {t('palette.move')}
      </span>
      <span>
        <Shortcut combo="Enter" /> {t('palette.open')}
      </span>
      {split && (
        <span>
          <Shortcut combo="mod+Enter" /> {t('palette.split')}
        </span>
      )}
      <span>
        <Shortcut combo=">" /> {t('palette.actionsOnly')}
      </span>
      <span className="end num" role="status">
        {milliseconds !== null && t('palette.hits', { count, ms: milliseconds })}
      </span>
    </div>
  )
}
