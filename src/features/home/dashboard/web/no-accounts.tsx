import { IconBuilding, IconFilterOff } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import type { ListState } from '#kit/web/table/list-state.ts'
import { useText } from '../texts.ts'

/** Explains why the grid of accounts is empty, and the next step. */
export function NoAccounts({ state }: { state: ListState }) {
  const t = useText()
  if (Object.keys(state.filters).length === 0) {
    return (
      <EmptyState colour="blue" icon={<IconBuilding size={22} aria-hidden />} title={t('home.emptyTitle')}>
        {t('home.emptyText')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      colour="grey"
      icon={<IconFilterOff size={22} aria-hidden />}
      title={t('home.noneTitle')}
      actions={
        <Button variant="light" onClick={state.clear}>
          {t('home.clear')}
        </Button>
      }
    >
      {t('home.noneText')}
    </EmptyState>
  )
}
