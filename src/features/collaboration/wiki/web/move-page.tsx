import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { editWikiPage, type WikiNode, type WikiPage } from '../contract.ts'
import { useText } from '../texts.ts'
import { parentChoices, TOP } from './page-choice.ts'
import { treeOf, withBelow } from './page-tree.ts'
import { stale } from './use-wiki.ts'

const list = { allowDeselect: false, withScrollArea: false, comboboxProps: { withinPortal: false } } as const
const FIRST = 'first'

/** Moves a page below another one of its space, and to a place among the pages there. */
export function MovePage(props: { page: WikiPage; nodes: readonly WikiNode[]; onClose: () => void }) {
  const t = useText()
  const { page, nodes, onClose } = props
  const own = nodes.filter((node) => node.account === page.account)
  const tree = treeOf(own)
  const besideOf = (parent: string) =>
    (tree.get(parent === TOP ? null : parent) ?? []).filter(({ id }) => id !== page.id)
  const [parent, setParent] = useState(page.parentId ?? TOP)
  const [after, setAfter] = useState(() => besideOf(parent).findLast(({ order }) => order < page.order)?.id ?? FIRST)
  const beside = besideOf(parent)
  const move = useMutationOf(editWikiPage, {
    refreshes: stale,
    onSuccess: ({ title }) => {
      toast({ title: t('moved', { title }) })
      onClose()
    },
  })
  // The place is one of all pages beside it, also of those that this user does not see.
  const before = beside.find(({ id }) => id === after)
  const isFromHere = parent === (page.parentId ?? TOP)
  const order = before ? before.order + (isFromHere && before.order > page.order ? 0 : 1) : 0
  return (
    <FormDialog
      title={t('moveTitle', { title: page.title })}
      submitLabel={t('moveHere')}
      pending={move.isPending}
      onClose={onClose}
      onSubmit={() =>
        move.mutate({
          params: { id: page.id },
          body: { parentId: parent === TOP ? null : parent, order },
          version: page.version,
        })
      }
    >
      <Select
        label={t('field.below')}
        searchable
        {...list}
        value={parent}
        onChange={(value) => {
          if (!value) return
          setParent(value)
          setAfter(besideOf(value).at(-1)?.id ?? FIRST)
        }}
        data={[
          { value: TOP, label: t('atTop', { space: page.accountDisplayName ?? t('shared') }) },
          ...parentChoices(nodes, page.account, withBelow(tree, page.id)),
        ]}
      />
      <Select
        label={t('field.place')}
        {...list}
        value={after}
        onChange={(value) => value && setAfter(value)}
        data={[
          { value: FIRST, label: t('placeFirst') },
          ...beside.map(({ id, title }) => ({ value: id, label: t('placeAfter', { title }) })),
        ]}
      />
    </FormDialog>
  )
}
