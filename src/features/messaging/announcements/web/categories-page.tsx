import { useState } from 'react'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconBell, IconPencil, IconPlus, IconTrash } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import type { Category } from '../contract/announcement.ts'
import { deleteCategory, listCategories } from '../contract.ts'
import { useCategoriesText } from '../texts.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { categoryName } from './category-name.ts'
import { useLabel } from './label.ts'

type Selection = { readonly what: 'edit' | 'delete'; readonly category: Category } | { readonly what: 'new' } | null

/** The categories of announcements. Each user chooses by category what is mailed and shown. */
export function CategoriesPage() {
  const t = useCategoriesText()
  const label = useLabel()
  const phone = useIsMobile()
  const [selection, setSelection] = useState<Selection>(null)
  const query = useQueryOf(listCategories, {})
  const close = () => setSelection(null)
  const add = (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setSelection({ what: 'new' })}>
      {t('categories.new')}
    </Button>
  )
  return (
    <Page kind="dashboard">
      <PageHeader title={label('categories')} note={t('categories.note')} actions={add} />
      <Card flush>
        <QueryView
          query={query}
          empty={
            <EmptyState colour="grey" icon={<IconBell size={22} aria-hidden />} title={t('categories.empty')}>
              {t('categories.emptyText')}
            </EmptyState>
          }
        >
          {({ _embedded: { categories } }) => <Categories categories={categories} onAsk={setSelection} />}
        </QueryView>
      </Card>
      {phone && <BottomBar>{add}</BottomBar>}
      {selection?.what === 'delete' && <DeleteCategory category={selection.category} onClose={close} />}
      {selection && selection.what !== 'delete' && (
        <CategoryDialog category={selection.what === 'edit' ? selection.category : undefined} onClose={close} />
      )}
    </Page>
  )
}

function Categories({ categories, onAsk }: { categories: readonly Category[]; onAsk: (next: Selection) => void }) {
  const t = useCategoriesText()
  const label = useLabel()
  const phone = useIsMobile()
  const columns: readonly PlainColumn<Category>[] = [
    {
      id: 'name',
      label: t('categories.name'),
      cell: (category) => <strong translate="no">{phone ? categoryName(category) : category.name}</strong>,
    },
    {
      id: 'sub',
      wide: true,
      label: t('categories.subCategory'),
      cell: ({ subCategory }) => <span translate="no">{subCategory ?? '–'}</span>,
    },
    {
      id: 'announcements',
      label: t('categories.announcements'),
      align: 'right',
      wide: true,
      width: 8,
      cell: ({ announcements }) => announcements.toLocaleString('en-GB'),
    },
    {
      id: 'actions',
      label: t('categories.actions'),
      quiet: true,
      width: 6,
      align: 'right',
      cell: (category) => (
        <>
          <IconButton
            aria-label={t('categories.edit', { name: categoryName(category) })}
            onClick={() => onAsk({ what: 'edit', category })}
          >
            <IconPencil size={16} aria-hidden />
          </IconButton>
          <IconButton
            aria-label={t('categories.delete', { name: categoryName(category) })}
            onClick={() => onAsk({ what: 'delete', category })}
          >
            <IconTrash size={16} aria-hidden />
          </IconButton>
        </>
      ),
    },
  ]
  return <PlainTable label={label('categories')} columns={columns} rows={categories} id={({ id }) => id} />
}

function DeleteCategory({ category, onClose }: { category: Category; onClose: () => void }) {
  const t = useCategoriesText()
  const { id, version } = category
  const name = categoryName(category)
  const remove = useMutationOf(deleteCategory, {
    refreshes: [listCategories],
    onSuccess: () => {
      toast({ title: t('categories.deleted', { name }) })
      onClose()
    },
  })
  return (
    <Confirm
      opened
      title={t('categories.deleteTitle', { name })}
      action={t('categories.deleteAction')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id }, version })}
      onClose={onClose}
    >
      {t('categories.deleteText')}
    </Confirm>
  )
}
