import { TextInput } from '@mantine/core'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { toast } from '#kit/web/notices/toast.ts'
import type { Category } from '../contract/announcement.ts'
import { createCategory, listCategories, updateCategory } from '../contract.ts'
import { useCategoriesText } from '../texts.ts'
import { categoryName } from './category-name.ts'

/** Adds a category, or renames one. */
export function CategoryDialog({ category, onClose }: { category: Category | undefined; onClose: () => void }) {
  const t = useCategoriesText()
  const form = useContractForm(createCategory.body, {
    name: category?.name ?? '',
    subCategory: category?.subCategory ?? null,
  })
  const options = (doneKey: 'created' | 'saved') => ({
    refreshes: [listCategories],
    onProblem: applyServerErrors(form),
    onSuccess: (savedCategory: Category) => {
      toast({ title: t(`categories.${doneKey}`, { name: categoryName(savedCategory) }) })
      onClose()
    },
  })
  const create = useMutationOf(createCategory, options('created'))
  const rename = useMutationOf(updateCategory, options('saved'))
  const sub = form.getInputProps('subCategory')
  return (
    <FormDialog
      title={category ? t('categories.editTitle', { name: categoryName(category) }) : t('categories.newTitle')}
      submitLabel={t(category ? 'categories.save' : 'categories.create')}
      pending={create.isPending || rename.isPending}
      onSubmit={form.onSubmit((body) =>
        category
          ? rename.mutate({ params: { id: category.id }, body, version: category.version })
          : create.mutate({ body }),
      )}
      onClose={onClose}
    >
      <TextInput data-autofocus required maxLength={60} label={t('categories.name')} {...form.getInputProps('name')} />
      <TextInput
        maxLength={60}
        label={t('categories.subCategory')}
        {...sub}
        value={form.values.subCategory ?? ''}
        onChange={({ currentTarget }) => form.setFieldValue('subCategory', currentTarget.value || null)}
      />
    </FormDialog>
  )
}
