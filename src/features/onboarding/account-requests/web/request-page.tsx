import { useNavigate } from '@tanstack/react-router'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { readAccountRequest } from '../contract.ts'
import { accountRequestsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'
import { RequestForm } from './request-form.tsx'

/** Requests an account or a deployment; with `edit` in the address, changes a request. */
export function RequestPage() {
  const t = useText()
  const label = useLabel()
  const navigate = useNavigate()
  const { query, change } = useUrlQuery<'edit' | 'step'>()
  const { edit, step } = query
  const { data, error, refetch } = useQueryOf(readAccountRequest, { params: { id: edit ?? '' } }, { enabled: !!edit })
  if (error && !data) return <ErrorState page error={error} retry={() => void refetch()} />
  if (edit && !data) return <LoadingRows rows={8} />
  return (
    <Page kind="form">
      <PageHeader title={edit ? t('label.edit') : label('new')} note={t('form.note')} />
      <RequestForm
        key={data?.id ?? 'new'}
        request={data}
        step={step}
        onStep={(next) => change({ step: next }, 'step')}
        onDone={(id) => void navigate({ href: accountRequestsPath({ id }) })}
      />
    </Page>
  )
}
