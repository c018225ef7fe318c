import { Suspense } from 'react'
import { type Bundle, readBundle } from '#features/software/bundles/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'

const ChangeBundle = lazyNamed(() => import('./change-bundle.tsx'), 'ChangeBundle')
const StopBundle = lazyNamed(() => import('./stop-bundle.tsx'), 'StopBundle')
const DeleteBundle = lazyNamed(() => import('./delete-bundle.tsx'), 'DeleteBundle')
const NewBundle = lazyNamed(() => import('./new-bundle.tsx'), 'NewBundle')

export type BundleDialogName = 'change' | 'hold' | 'eol' | 'patch' | 'delete'

/** The dialog of an action on a bundle, with the bundle as it is now: each file that arrives changes its version. */
export function BundleDialog(props: {
  bundle: Bundle
  dialog: BundleDialogName
  onClose: () => void
  onDeleted: () => void
}) {
  const { dialog, onClose, onDeleted } = props
  const { data: bundle = props.bundle } = useQueryOf(readBundle, { params: { id: props.bundle.id } })
  return (
    <Suspense>
      {dialog === 'change' && <ChangeBundle bundle={bundle} onClose={onClose} />}
      {(dialog === 'hold' || dialog === 'eol') && <StopBundle bundle={bundle} move={dialog} onClose={onClose} />}
      {dialog === 'patch' && <NewBundle parent={bundle} opened onClose={onClose} />}
      {dialog === 'delete' && <DeleteBundle bundle={bundle} onDeleted={onDeleted} onClose={onClose} />}
    </Suspense>
  )
}
