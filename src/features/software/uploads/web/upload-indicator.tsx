import { IconButton } from '#kit/web/look/icon-button.tsx'
import { useText } from '../texts.ts'
import { ProgressRing, percentOf } from './ring.tsx'
import { isOpen } from './upload-item.ts'
import { uploads, useFolded, useUploads } from './uploads.ts'

/** The ring in the header during an upload or after a failed one; it opens and folds the panel. */
export function UploadIndicator() {
  const t = useText()
  const items = useUploads()
  const isFolded = useFolded()
  const hasFailed = items.some(({ stage }) => stage === 'failed')
  if (!hasFailed && !items.some(isOpen)) return null
  const percent = percentOf(items)
  return (
    <IconButton
      size={28}
      aria-label={t('ring', { percent })}
      aria-expanded={!isFolded}
      onClick={() => uploads.fold(!isFolded)}
    >
      <ProgressRing percent={percent} failed={hasFailed} />
    </IconButton>
  )
}
