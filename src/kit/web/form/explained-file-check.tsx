import { Tooltip } from '@mantine/core'
import type { FileCheck } from '#kit/contract/file-check.ts'
import { StateBadge, useStateLabel } from '../look/badge.tsx'
import classes from './files.module.css'
import { useText } from './form-text.ts'

/** The badge of a `FileCheckBadge` with its explanation, in a separate script. */
export function ExplainedFileCheck({ check }: { check: NonNullable<FileCheck> }) {
  const words = useCheckWords(check)
  const label = useStateLabel()
  return (
    <Tooltip label={words} multiline w={260} events={onFocusToo} withinPortal={false}>
      <button type="button" className={classes.check} aria-label={`${label('check', check.state)}. ${words}`}>
        <StateBadge kind="check" state={check.state} />
      </button>
    </Tooltip>
  )
}

const onFocusToo = { hover: true, focus: true, touch: true }

function useCheckWords(check: FileCheck): string {
  const t = useText()
  if (check === null) return ''
  if (check.state === 'WAITING') return t('check.waiting')
  if (check.state === 'QUARANTINED') return t('check.quarantined', { found: check.words ?? '' })
  return t(check.words === 'too-large' ? 'check.tooLarge' : 'check.failed')
}
