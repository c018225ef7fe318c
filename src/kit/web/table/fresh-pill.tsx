import { IconArrowUp } from '#kit/web/icons/icons.generated.ts'
import { useText } from '../text/kit-text.ts'
import classes from './filter.module.css'

/**
 * Shows how many rows were added or changed since the list was read; pressing it shows them. Rows never move
 * automatically.
 */
export function NewItemsPill({ count, onShow }: { count: number; onShow: () => void }) {
  const t = useText()
  return (
    <span role="status">
      {count > 0 && (
        <button type="button" className={classes.fresh} onClick={onShow}>
          <IconArrowUp size={13} aria-hidden />
          {t('grid.fresh', { count })}
        </button>
      )}
    </span>
  )
}
