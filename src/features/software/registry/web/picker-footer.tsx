import { formatBytes } from '#kit/web/form/bytes.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { useText } from '../texts.ts'
import classes from './container-picker.module.css'

/** What was picked, and the buttons of the picker. */
export function PickerFooter(props: {
  images: number
  isos: number
  /** Of the images that are copied. */
  bytes: number
  pending: boolean
  onAdd: () => void
  onClose: () => void
}) {
  const t = useText()
  const { images, isos, bytes, pending, onAdd, onClose } = props
  const count = images + isos
  return (
    <footer className={classes.footer}>
      {count > 0 && (
        <p>
          <b>
            {[t('picker.someImages', { count: images }), isos > 0 && t('picker.someIsos', { count: isos })]
              .filter(Boolean)
              .join(', ')}
          </b>
          <small>{bytes > 0 ? t('picker.toCopy', { size: formatBytes(bytes) }) : t('picker.noCopy')}</small>
        </p>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button loading={pending} blocked={count === 0 ? t('notYet.images') : undefined} onClick={onAdd}>
          {t('picker.add', { count })}
        </Button>
      </DialogActions>
    </footer>
  )
}
