import { isVendor } from '#features/access/roles/contract.ts'
import type { Case } from '#features/support/cases/contract.ts'
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconEye,
  IconEyePlus,
  IconLock,
  IconUserPlus,
} from '#kit/web/icons/icons.generated.ts'
import { LazyMenu } from '#kit/web/lazy-menu.tsx'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { SplitButton } from '#kit/web/look/split-button.tsx'
import { useMe, usePrincipal } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import classes from './case-detail.module.css'
import { movesOf, useChosenMove } from './case-transitions.ts'
import { useEditCase } from './use-edit-case.ts'
import { useMoveCase } from './use-transition-case.tsx'
import { useWatch } from './use-watch.ts'

const styles = {
  resolve: { colour: 'green', icon: <IconCheck size={15} aria-hidden /> },
  close: { colour: 'blue', icon: <IconLock size={15} aria-hidden /> },
  decline: { colour: 'red', icon: <IconBan size={15} aria-hidden /> },
  activate: { colour: 'blue', icon: <IconArrowBackUp size={15} aria-hidden /> },
} as const

/** The actions of a case, the likeliest first; blocked ones show why. */
export function CaseActions({ found }: { found: Case }) {
  const t = useText()
  const me = useMe()
  const vendor = isVendor(usePrincipal())
  const moves = movesOf(found, vendor, t)
  const { current, choose } = useChosenMove(moves)
  const { run, dialog } = useMoveCase(found)
  const edit = useEditCase(found)
  const watch = useWatch(found)
  return (
    <div className={classes.actions}>
      {dialog}
      {current && (
        <SplitButton
          label={t('action.choose')}
          colour={styles[current.action].colour}
          quiet={!vendor && current.action === 'close'}
          selected={current.action}
          onSelect={choose}
          options={moves.map(({ action, blocked }) => ({
            id: action,
            label: t(`action.${action}`),
            icon: styles[action].icon,
            blocked,
            run: () => run(action),
          }))}
        />
      )}
      {found.actions.includes('assign') && found.assignee?.username !== me.username && (
        <Button
          variant="default"
          leftSection={<IconUserPlus size={15} aria-hidden />}
          loading={edit.busy}
          onClick={() => edit.save({ assignee: me.username }, t('done.assigned', { key: found.key }))}
        >
          {t('action.assignMe')}
        </Button>
      )}
      {found.actions.includes('watch') && (
        <Button
          variant="default"
          aria-pressed={found.isWatchedByCurrentUser}
          leftSection={
            found.isWatchedByCurrentUser ? <IconEye size={15} aria-hidden /> : <IconEyePlus size={15} aria-hidden />
          }
          onClick={watch.toggle}
        >
          {t(found.isWatchedByCurrentUser ? 'action.watching' : 'action.watch')}
        </Button>
      )}
      {found.actions.includes('watch') && <AddUser found={found} />}
    </div>
  )
}

const load = () => import('./add-user-popover.tsx')
const AddUserPopover = lazyNamed(load, 'AddUserPopover')

/** Adds users of the account (for vendor staff, colleagues too) to the watchers of a case. */
function AddUser({ found }: { found: Case }) {
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
