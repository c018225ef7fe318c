import type { Case } from '#features/support/cases/contract.ts'
import { IconUserPlus } from '#kit/web/icons/icons.generated.ts'
import { LazyMenu } from '#kit/web/lazy-menu.tsx'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { useText } from '../texts.ts'

const load = () => import('./add-user-popover.tsx')
const AddUserPopover = lazyNamed(load, 'AddUserPopover')

/** Adds users of the account (for vendor staff, colleagues too) to the watchers of a case. */
export function AddUser({ found }: { found: Case }) {
  const t = useText()
  return (
    <LazyMenu
      load={load}
      face={(press) => (
        <IconButton variant="default" size={32} aria-label={t('action.add')} aria-expanded={false} onClick={press}>
          <IconUserPlus size={16} aria-hidden />
        </IconButton>
      )}
    >
      <AddUserPopover found={found} />
    </LazyMenu>
  )
}
