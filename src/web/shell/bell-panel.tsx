import { Popover } from '@mantine/core'
import { type ReactElement, Suspense, useState } from 'react'
import { BellInbox } from '#features/messaging/announcements/web/index.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { useText } from '#kit/web/text/kit-text.ts'
import classes from './bell.module.css'

/** What is unread in the inbox, under the bell. */
export function BellPanel({ face }: { face: (onClick: () => void) => ReactElement }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover width={360} position="bottom-end" trapFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>{face(() => setOpen(!isOpen))}</Popover.Target>
      <Popover.Dropdown aria-label={t('shell.bell')} className={classes.panel ?? ''}>
        <Suspense fallback={<LoadingRows rows={2} />}>
          <BellInbox onClose={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
