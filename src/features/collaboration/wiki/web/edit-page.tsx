import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { useDraft } from '#kit/web/form/draft.ts'
import { PageForm } from '#kit/web/form/page-form.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { IconAlertTriangle } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { editWikiPage, type WikiNode, type WikiPage } from '../contract.ts'
import { useText } from '../texts.ts'
import { DiffText } from './diff-text.tsx'
import historyClasses from './history.module.css'
import { PageFields, type PageValues } from './page-fields.tsx'
import { stale } from './use-wiki.ts'
import classes from './wiki.module.css'

/**
 * The form of a page. What others save meanwhile is shown and never overwritten without a decision; what is typed stays
 * in a draft.
 */
export function EditPage({ page, nodes }: { page: WikiPage; nodes: readonly WikiNode[] }) {
  const t = useText()
  const { change } = useUrlQuery<'show'>()
  // The page as it was when the writing began, also after a reload.
  const basis = useDraft(`wiki-basis:${page.id}`)
  const [startPage, setStartPage] = useState(() => ({ ...page, ...basis.kept<WikiPage>() }))
  const form = useContractForm<PageValues & { note: string }>(
    editWikiPage.body,
    { title: startPage.title, body: startPage.body, audience: startPage.audience, note: '' },
    { draft: `wiki-edit:${page.id}` },
  )
  const isDirty = form.isDirty()
  useEffect(() => {
    if (isDirty) basis.keep(startPage)
  }, [isDirty, basis, startPage])
  const isBelowInternal = nodes.find(({ id }) => id === page.parentId)?.audience === 'VENDOR'
  const hasConflict = page.revision !== startPage.revision
  const close = () => {
    form.dropDraft()
    basis.drop()
    change({ show: undefined })
  }
  const save = useMutationOf(editWikiPage, {
    refreshes: stale,
    onSuccess: ({ revision }) => {
      toast({ title: revision === startPage.revision ? t('unchanged') : t('saved', { n: revision }) })
      close()
    },
    onProblem: (problem) => (problem.status === 412 ? showError(problem) : applyServerErrors(form)(problem)),
  })
  const submit = form.onSubmit(({ note, ...values }) =>
    save.mutate({
      params: { id: page.id },
      body: { ...values, ...(note.trim() ? { note } : {}) },
      // Not that of the beginning: the page may have been moved meanwhile, which is no conflict.
      version: page.version,
    }),
  )
  const takeTheirs = () => {
    const theirs = { title: page.title, body: page.body, audience: page.audience, note: '' }
    form.setInitialValues(theirs)
    form.setValues(theirs)
    setStartPage(page)
  }
  return (
    <>
      <PageHeader title={t('editing', { title: page.title })} />
      {hasConflict && (
        <EditConflict before={startPage} now={page} onKeep={() => setStartPage(page)} onDiscard={takeTheirs} />
      )}
      <PageForm
        className={classes.form}
        submitLabel={t('save')}
        pending={save.isPending}
        blocked={hasConflict ? t('notYet.conflict') : undefined}
        actions={
          <Button variant="default" onClick={close}>
            {t('discard')}
          </Button>
        }
        onSubmit={submit}
      >
        <PageFields key={startPage.revision} form={form} isBelowInternal={isBelowInternal} onSubmit={() => submit()} />
        <TextInput
          label={t('field.note')}
          description={t('noteHint')}
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps('note')}
        />
      </PageForm>
    </>
  )
}

/** Another user saved the page while this one wrote: what changed, and whose text is kept. */
function EditConflict(props: { before: WikiPage; now: WikiPage; onKeep: () => void; onDiscard: () => void }) {
  const t = useText()
  const { before, now, onKeep, onDiscard } = props
  const [isShown, setShown] = useState(false)
  return (
    <section className={historyClasses.conflict} aria-label={t('conflict.title')} role="alert">
      <p>
        <IconAlertTriangle size={16} aria-hidden />
        <span>
          <strong>{t('conflict.saved', { name: now.updatedBy ?? t('someone'), n: now.revision })}</strong>{' '}
          {t('conflict.kept')}
        </span>
      </p>
      <div className={historyClasses.conflictActions}>
        <Button size="compact-sm" variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'conflict.hide' : 'conflict.show')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          {t('conflict.discard')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onKeep}>
          {t('conflict.keep')}
        </Button>
      </div>
      {isShown && <DiffText before={before} after={now} />}
    </section>
  )
}
