import { formatBytes } from '#kit/web/form/bytes.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DrawerFoot } from '#kit/web/look/drawer-foot.tsx'
import { useText } from '../texts.ts'

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
  const words = [t('picker.someImages', { count: images }), isos > 0 && t('picker.someIsos', { count: isos })]
  const note = bytes > 0 ? t('picker.toCopy', { size: formatBytes(bytes) }) : t('picker.noCopy')
  return (
    <DrawerFoot choice={count > 0 ? { words: words.filter(Boolean).join(', '), note } : undefined}>
      <Button variant="default" onClick={onClose}>
        {t('cancel')}
      </Button>
      <Button loading={pending} blocked={count === 0 ? t('notYet.images') : undefined} onClick={onAdd}>
        {t('picker.add', { count })}
      </Button>
    </DrawerFoot>
  )
}
