import { IconDots } from '#kit/web/icons/icons.generated.ts'
import { ActionMenu } from '#kit/web/look/action-menu.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import type { MenuAction } from '#kit/web/look/menu-action.ts'
import { useText } from '../texts.ts'

/** The menu of a component. */
export function ComponentActions({ name, actions }: { name: string; actions: readonly MenuAction[] }) {
  const t = useText()
  return (
    <ActionMenu
      groups={[actions]}
      face={(press) => (
        <IconButton size={24} aria-label={t('files.menuOf', { name })} aria-haspopup="menu" onClick={press}>
          <IconDots size={16} aria-hidden />
        </IconButton>
      )}
    />
  )
}
