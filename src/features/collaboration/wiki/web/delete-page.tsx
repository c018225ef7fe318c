import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { refresh, useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { deleteWikiPage, listWikiPages, type WikiNode, type WikiPage } from '../contract.ts'
import { useText } from '../texts.ts'
import { treeOf, withBelow } from './page-tree.ts'
import classes from './wiki.module.css'
import { wikiAt, wikiPageAt } from './wiki-address.ts'

/** Deletes a page; what happens to its subpages is chosen first. */
export function DeletePage(props: {
  page: WikiPage
  account: AccountChoice | null
  nodes: readonly WikiNode[]
  onClose: () => void
}) {
  const t = useText()
  const id = useId()
  const navigate = useNavigate()
  const { page, account, nodes, onClose } = props
  const below = withBelow(treeOf(nodes), page.id).length - 1
  const [subpages, setSubpages] = useState<'move' | 'delete'>('move')
  const remove = useMutationOf(deleteWikiPage, {
    onSuccess: () => {
      toast({ title: t('deleted', { title: page.title }) })
      // The tree first: the wiki opens its first page, which may be the deleted one.
      void refresh(listWikiPages).then(() =>
        navigate({ to: page.parentId === null ? wikiAt(account) : wikiPageAt(account, page.parentId) }),
      )
    },
  })
  return (
    <FormDialog
      title={t('deleteTitle', { title: page.title })}
      submitLabel={t(below > 0 && subpages === 'delete' ? 'deleteAll' : 'deleteOne', { count: below + 1 })}
      colour="red"
      pending={remove.isPending}
      onClose={onClose}
      onSubmit={() =>
        remove.mutate({
          params: { id: page.id },
          query: below > 0 ? { subpages } : {},
          version: page.version,
        })
      }
    >
      <p>{t('deleteText', { count: page.revision })}</p>
      {below > 0 && (
        <div>
          <span className={classes.fieldName} id={`${id}subpages`}>
            {t('subpages', { count: below })}
          </span>
          <SegmentedControl
            aria-labelledby={`${id}subpages`}
            value={subpages}
            onChange={setSubpages}
            options={[
              { value: 'move', label: t('subpagesMove') },
              { value: 'delete', label: t('subpagesDelete') },
            ]}
          />
        </div>
      )}
    </FormDialog>
  )
}
