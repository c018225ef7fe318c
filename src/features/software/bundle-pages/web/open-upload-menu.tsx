import { listComponentFiles, readBundle } from '#features/software/bundles/contract.ts'
import { type BundleComponent, cancelUpload, listBundleComponents } from '#features/software/uploads/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconUpload, IconX } from '#kit/web/icons/icons.generated.ts'
import type { MenuAction } from '#kit/web/look/menu-action.ts'
import { useText } from '../texts.ts'
import { chooseFileAgain } from './choose-file-again.ts'
import { ComponentActions } from './component-actions.tsx'

/** The actions of what is on its way. A file of a computer goes on where it stopped when it is chosen again. */
export function OpenUploadMenu({ open }: { open: BundleComponent }) {
  const t = useText()
  const { id, fileName, isFetchable } = open
  const cancel = useMutationOf(cancelUpload, { refreshes: [listBundleComponents, listComponentFiles, readBundle] })
  const actions: readonly (MenuAction | false)[] = [
    !isFetchable && {
      icon: <IconUpload size={15} aria-hidden />,
      label: t('files.goOn'),
      run: () => chooseFileAgain(open, t),
    },
    { icon: <IconX size={15} aria-hidden />, label: t('cancel'), run: () => cancel.mutate({ params: { id } }) },
  ]
  return <ComponentActions name={fileName} actions={actions.filter((action) => action !== false)} />
}
