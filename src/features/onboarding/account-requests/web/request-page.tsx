import { useNavigate } from '@tanstack/react-router'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
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
  const stored = useQueryOf(readAccountRequest, { params: { id: edit ?? '' } }, { enabled: !!edit })
  return (
    <QueryView page query={edit ? stored : { ...stored, data: null }} rows={8}>
      {(request) => (
        <Page kind="form">
          <PageHeader title={edit ? t('label.edit') : label('new')} note={t('form.note')} />
          <RequestForm
            key={request?.id ?? 'new'}
            request={request ?? undefined}
            step={step}
            onStep={(next) => change({ step: next }, 'step')}
            onDone={(id) => void navigate({ href: accountRequestsPath({ id }) })}
          />
        </Page>
      )}
    </QueryView>
  )
}
