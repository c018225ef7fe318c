import { IconFilterOff, IconUsers } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import type { ListState } from '#kit/web/table/list-state.ts'
import { useText } from '../texts.ts'

/** Explains why the list of users is empty, and the next step. */
export function NoUsers({ state }: { state: ListState }) {
  const t = useText()
  if (Object.keys(state.filters).length === 0) {
    return (
      <EmptyState colour="blue" icon={<IconUsers size={22} aria-hidden />} title={t('list.empty')}>
        {t('list.emptyText')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      colour="grey"
      icon={<IconFilterOff size={22} aria-hidden />}
      title={t('list.none')}
      actions={
        <Button variant="light" onClick={state.clear}>
          {t('list.clear')}
        </Button>
      }
    >
      {t('list.noneText')}
    </EmptyState>
  )
}
