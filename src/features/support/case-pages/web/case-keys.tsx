import type { Case } from '#features/support/cases/contract.ts'
import type { CommentKind } from '#features/support/comments/web/index.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { useMe } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import { useEditCase } from './use-edit-case.ts'
import { useWatch } from './use-watch.ts'

/** The keys of an open case: reply, note, assign to me, watch. The status has its own, see `StatusMenu`. */
export function CaseKeys({ found, write }: { found: Case; write: (kind: CommentKind) => void }) {
  const t = useText()
  const me = useMe()
  const edit = useEditCase(found)
  const watch = useWatch(found)
  const group = t('keys.case')
  const key = (combo: string, label: string, run: () => void) => ({ combo, label, group, run })
  const may = (action: Case['actions'][number]) => found.actions.includes(action)
  useKeys([
    ...(may('comment') && !found.internal ? [key('r', t('keys.reply'), () => write('customer'))] : []),
    ...(may('comment-internal') ? [key('n', t('keys.note'), () => write('internal'))] : []),
    ...(may('assign') && found.assignee?.username !== me.username
      ? [
          key('a', t('keys.assign'), () =>
            edit.save({ assignee: me.username }, t('done.assigned', { key: found.key }), {
              undo: { assignee: found.assignee?.username ?? null },
            }),
          ),
        ]
      : []),
    ...(may('watch') ? [key('w', t('keys.watch'), watch.toggle)] : []),
  ])
  return null
}
