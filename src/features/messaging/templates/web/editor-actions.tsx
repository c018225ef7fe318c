import { Suspense, useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { applyServerErrors, type ContractForm } from '#kit/web/form/use-contract-form.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import type { Template } from '../contract/template.ts'
import {
  activateTemplate,
  createTemplate,
  deactivateTemplate,
  deleteTemplate,
  listTemplates,
  readTemplate,
  updateTemplate,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { type TemplateValues, templateBody } from './template-values.ts'

const CascadeReview = lazyNamed(() => import('./cascade-review.tsx'), 'CascadeReview')
const refreshes = [listTemplates, readTemplate]

/** Saves, activates, deactivates and deletes a template; announcements that have it are reviewed before. */
export function EditorActions(props: {
  form: ContractForm<TemplateValues> & { dropDraft: () => void }
  stored: Template | undefined
  errors: number
  onGone: () => void
}) {
  const t = useText()
  const { form, stored: storedTemplate, errors, onGone } = props
  const [asking, setAsking] = useState<'deactivate' | 'delete' | 'review'>()
  const close = () => setAsking(undefined)
  const finish = (key: 'saved' | 'created' | 'deleted' | 'activated' | 'deactivated', then?: () => void) => () => {
    close()
    toast({ title: t(`edit.${key}`) })
    then?.()
  }
  const leave = () => {
    form.dropDraft()
    onGone()
  }
  const onProblem = applyServerErrors(form)
  const create = useMutationOf(createTemplate, { refreshes, onSuccess: finish('created', leave), onProblem })
  const update = useMutationOf(updateTemplate, {
    refreshes,
    onSuccess: finish('saved'),
    onProblem: (failure) =>
      failure.status === 412 ? showError(failure, { text: t('edit.stale'), asWarning: true }) : onProblem(failure),
  })
  const activate = useMutationOf(activateTemplate, { refreshes, onSuccess: finish('activated') })
  const deactivate = useMutationOf(deactivateTemplate, { refreshes, onSuccess: finish('deactivated') })
  const remove = useMutationOf(deleteTemplate, { refreshes: [listTemplates], onSuccess: finish('deleted', onGone) })
  const at = {
    params: { id: storedTemplate?.id ?? '' },
    ...(storedTemplate ? { version: storedTemplate.version } : {}),
  }
  const announcements = storedTemplate?.announcements ?? 0
  const figures = { announcements: announcements.toLocaleString('en-GB'), count: announcements }
  const body = templateBody(form.values)
  const save = () => {
    if (form.validate().hasErrors) return
    if (!storedTemplate) create.mutate({ body })
    else if (announcements > 0) setAsking('review')
    else update.mutate({ ...at, body })
  }
  return (
    <>
      {errors > 0 && form.isDirty() && (
        <Badge colour="red">{t('error.errors', { errors: errors.toLocaleString('en-GB'), count: errors })}</Badge>
      )}
      {!storedTemplate && form.isDirty() && (
        <Button variant="subtle" onClick={leave}>
          {t('edit.discard')}
        </Button>
      )}
      {storedTemplate && announcements === 0 && storedTemplate.events.length === 0 && (
        <Button variant="default" color="red" onClick={() => setAsking('delete')}>
          {t('edit.delete')}
        </Button>
      )}
      {storedTemplate?.enabled && (
        <Button variant="default" color="orange" onClick={() => setAsking('deactivate')}>
          {t('edit.deactivate')}
        </Button>
      )}
      {storedTemplate && !storedTemplate.enabled && (
        <Button variant="default" loading={activate.isPending} onClick={() => activate.mutate(at)}>
          {t('edit.activate')}
        </Button>
      )}
      <Button
        loading={create.isPending || update.isPending}
        disabled={errors > 0 || (storedTemplate !== undefined && !form.isDirty())}
        onClick={save}
      >
        {announcements > 0 ? t('edit.review', { count: figures.announcements }) : t('edit.save')}
      </Button>
      {asking === 'review' && storedTemplate && (
        <Suspense fallback={null}>
          <CascadeReview
            template={storedTemplate}
            body={body}
            pending={update.isPending}
            onSave={(corrections) => update.mutate({ ...at, body: { ...body, corrections } })}
            onClose={close}
          />
        </Suspense>
      )}
      <Confirm
        opened={asking === 'deactivate'}
        title={t('edit.deactivate')}
        action={t('edit.deactivate')}
        colour="orange"
        busy={deactivate.isPending}
        onConfirm={() => deactivate.mutate(at)}
        onClose={close}
      >
        {t('edit.deactivateText', figures)}
      </Confirm>
      <Confirm
        opened={asking === 'delete'}
        title={t('edit.delete')}
        action={t('edit.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(at)}
        onClose={close}
      >
        {t('edit.deleteText')}
      </Confirm>
    </>
  )
}
