import { ActionIcon } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { lazy } from 'react'
import { useText } from '../text/kit-text.ts'
import { LateMenu } from './late-menu.tsx'

const ViewsPopover = lazy(() => import('./views-popover.tsx').then(({ ViewsPopover }) => ({ default: ViewsPopover })))

/** The person's saved views of a list, behind a button. */
export function ViewsMenu({ list }: { list: string }) {
  const t = useText()
  const face = (onClick?: () => void) => (
    <ActionIcon variant="default" size={28} aria-label={t('grid.views')} {...(onClick ? { onClick } : {})}>
      <IconBookmark size={16} aria-hidden />
    </ActionIcon>
  )
  return <LateMenu face={face}>{(wanted) => <ViewsPopover list={list} wanted={wanted} face={face} />}</LateMenu>
}
