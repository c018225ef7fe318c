import { Progress } from '@mantine/core'
import { IconFileText, IconFileX, IconX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '../look/button.tsx'
import { IconButton } from '../look/icon-button.tsx'
import { formatBytes } from './bytes.ts'
import classes from './files.module.css'
import { useText } from './form-text.ts'

/** The state of a file: waiting, uploading (0 to 1), done, or rejected with the reason. */
export type FileProgress =
  | { kind: 'waiting' }
  | { kind: 'sending'; share: number }
  | { kind: 'done' }
  | { kind: 'tooLarge'; limit: number }
  | { kind: 'failed'; reason: string; retry?: () => void }

/** One file of a form, with its progress or the reason why it was rejected. */
export function FileRow({
  name,
  size,
  progress,
  onRemove,
}: {
  name: string
  size: number
  progress: FileProgress
  onRemove?: () => void
}) {
  const t = useText()
  const bad = progress.kind === 'tooLarge' || progress.kind === 'failed'
  return (
    <div className={classes.row} data-c={bad ? 'red' : undefined}>
      {bad ? <IconFileX size={16} aria-hidden /> : <IconFileText size={16} aria-hidden />}
      <code className="el">{name}</code>
      <span className={classes.size}>{formatBytes(size)}</span>
      <span className={classes.state} role="status">
        {progress.kind === 'waiting' && t('waiting')}
        {progress.kind === 'done' && <span className={classes.done}>{t('uploaded')}</span>}
        {progress.kind === 'tooLarge' && t('tooLarge', { limit: formatBytes(progress.limit) })}
        {progress.kind === 'failed' && progress.reason}
      </span>
      {progress.kind === 'sending' && (
        <>
          <Progress
            className={classes.progress ?? ''}
            value={progress.share * 100}
            aria-label={t('progress', { name })}
          />
          <span className={classes.share}>{Math.round(progress.share * 100)} %</span>
        </>
      )}
      {progress.kind === 'failed' && progress.retry && (
        <Button size="xs" variant="default" onClick={progress.retry}>
          {t('retry')}
        </Button>
      )}
      {onRemove && (
        <IconButton size={24} aria-label={t('remove', { name })} onClick={onRemove}>
          <IconX size={15} aria-hidden />
        </IconButton>
      )}
    </div>
  )
}
